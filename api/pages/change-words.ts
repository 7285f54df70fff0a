import { placeLabel } from '../../src/core/place-label.js';
import type { EventChange, EventFacts } from '../../src/listings/rules/event-notice.js';
import { eventWhen } from '../../src/tickets/event-when.js';
import type { TicketMessages } from '../../src/tickets/messages/messages.js';

/** Says how an event took place when it was ordered, where that has changed; empty: it has not. A cancellation has words of its own. */
export function changeWords(
  m: TicketMessages,
  changes: { what: readonly EventChange[]; before: EventFacts } | null,
): string {
  return (changes?.what ?? [])
    .map((change) => {
      const { before } = changes as { before: EventFacts };
      const startsAt = before.start === null ? null : new Date(before.start);
      if (change === 'date') return m.dateWas(eventWhen({ ...before, startsAt }, m.locale));
      if (change === 'place') return m.placeWas(placeLabel(before, m.locale) ?? '');
      return change === 'postponed' ? m.postponedSince : '';
    })
    .filter(Boolean)
    .join(' ');
}
