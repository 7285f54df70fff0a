import { amountLabel } from '../../src/core/formats.js';
import type { Translator } from '../../src/core/locales/translator.js';
import { placeLabel } from '../../src/core/place-label.js';
import type { EventChange, EventFacts } from '../../src/listings/rules/event-announcement.js';
import { eventWhen } from '../../src/tickets/event-when.js';
import type { OrderRefund } from '../../src/tickets/get-order-page.js';

/** Says how an event took place when it was ordered, where that has changed; empty: it has not. A cancellation has words of its own. */
export function changeText(
  t: Translator,
  changes: { what: readonly EventChange[]; before: EventFacts } | null,
  utcOffset: number | null = null,
): string {
  return (changes?.what ?? [])
    .map((change) => {
      const { before } = changes as { before: EventFacts };
      const startsAt = before.start === null ? null : new Date(before.start);
      if (change === 'date') return t('ticket.date_was', { when: eventWhen({ ...before, startsAt, utcOffset }, t) });
      if (change === 'place') return t('ticket.place_was', { place: placeLabel(before, t.locale) ?? '' });
      return change === 'postponed' ? t('ticket.postponed_since') : '';
    })
    .filter(Boolean)
    .join(' ');
}

/** What becomes of the money of a cancelled event; empty: the event is not cancelled, or nothing was paid. */
export function refundText(
  t: Translator,
  refund: OrderRefund | null,
  { currency, timezone }: { currency: string; timezone: string | null },
): string {
  if (refund === null || refund.state === 'free') return '';
  const amount = amountLabel(refund.amount, currency, t.locale);
  switch (refund.state) {
    case 'starts':
      return t('ticket.refund_starts', {
        amount,
        time: eventWhen({ startsAt: refund.at, date: '', timezone, utcOffset: null }, t),
      });
    case 'follows':
      return t('ticket.refund_follows', { amount });
    case 'done':
      return t('ticket.refund_done', { amount });
  }
}
