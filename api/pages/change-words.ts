import { placeLabel } from '../../src/core/place-label.js';
import type { EventChange, EventFacts } from '../../src/listings/rules/event-notice.js';
import { eventWhen } from '../../src/tickets/event-when.js';
import type { Translator } from '../../src/tickets/messages/messages.js';

/** Says how an event took place when it was ordered, where that has changed; empty: it has not. A cancellation has words of its own. */
export function changeWords(
  t: Translator,
  changes: { what: readonly EventChange[]; before: EventFacts } | null,
): string {
  return (changes?.what ?? [])
    .map((change) => {
      const { before } = changes as { before: EventFacts };
      const startsAt = before.start === null ? null : new Date(before.start);
      if (change === 'date') return t('ticket.date_was', { when: eventWhen({ ...before, startsAt }, t.locale) });
      if (change === 'place') return t('ticket.place_was', { place: placeLabel(before, t.locale) ?? '' });
      return change === 'postponed' ? t('ticket.postponed_since') : '';
    })
    .filter(Boolean)
    .join(' ');
}
