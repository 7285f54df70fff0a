import fc from 'fast-check';
import { LATE_PAYMENT_CAUSES, type LatePaymentCause } from '../../../src/core/return-cause.js';
import {
  type AgreedLine,
  LATE_PAYMENT_HOURS,
  type LateOffer,
  latePaymentRefusal,
} from '../../../src/orders/rules/late-payment.js';

const HELD_UNTIL = new Date('2027-01-01T12:32:00Z');
const later = (ms: number) => new Date(HELD_UNTIL.getTime() + ms);
const NOW = later(60_000);

const order: AgreedLine = {
  cancelled: false,
  holdUntil: HELD_UNTIL,
  quantity: 2,
  unitTotalMinor: 1250,
  currency: 'EUR',
};
const offer: LateOffer = {
  event: {
    status: 'scheduled',
    startsAt: new Date('2027-02-01T19:00Z'),
    endsAt: null,
    date: '2027-02-01',
    timezone: null,
  },
  shared: true,
  totalMinor: 1250,
  currency: 'EUR',
  ticketsLeft: 2,
  maxPerOrder: 2,
  salesFrom: null,
  salesUntil: null,
};
interface Case {
  order: AgreedLine;
  offer: LateOffer;
  now: Date;
}
const untouched: Case = { order, offer, now: NOW };
const event = (example: Case, change: Partial<LateOffer['event']>): Case => ({
  ...example,
  offer: { ...example.offer, event: { ...example.offer.event, ...change } },
});
const sale = (example: Case, change: Partial<LateOffer>): Case => ({
  ...example,
  offer: { ...example.offer, ...change },
});

/** What brings each cause about and nothing else. */
const CHANGES: Record<LatePaymentCause, (example: Case) => Case> = {
  order_cancelled: (example) => ({ ...example, order: { ...example.order, cancelled: true } }),
  event_cancelled: (example) => event(example, { status: 'cancelled' }),
  event_withdrawn: (example) => sale(example, { shared: false }),
  event_over: (example) => event(example, { endsAt: example.now }),
  event_postponed: (example) => event(example, { status: 'postponed' }),
  payment_too_late: (example) => ({
    ...example,
    order: { ...example.order, holdUntil: later(-LATE_PAYMENT_HOURS * 3_600_000) },
  }),
  sales_ended: (example) => sale(example, { salesUntil: example.now }),
  sales_not_open: (example) => sale(example, { salesFrom: later(61_000) }),
  price_changed: (example) => sale(example, { totalMinor: 10_000 }),
  quantity_over_limit: (example) => sale(example, { maxPerOrder: 1 }),
  tickets_unavailable: (example) => sale(example, { ticketsLeft: 1 }),
};
const refusal = (example: Case) => latePaymentRefusal(example.order, example.offer, example.now);

it('is accepted when nothing has changed', () => {
  expect(refusal(untouched)).toBeNull();
});

it.each(LATE_PAYMENT_CAUSES)('goes back because of %s', (cause) => {
  expect(refusal(CHANGES[cause](untouched))).toBe(cause);
});

it.each<[string, Case, LatePaymentCause | null]>([
  ['a lower price is not what was agreed either', sale(untouched, { totalMinor: 1249 }), 'price_changed'],
  ['nor is the same number in another currency', sale(untouched, { currency: 'CHF' }), 'price_changed'],
  ['an event marked as completed is over', event(untouched, { status: 'completed' }), 'event_over'],
  ['one shown as sold out may have tickets again', event(untouched, { status: 'sold_out' }), null],
  ['a rescheduled event sells', event(untouched, { status: 'rescheduled' }), null],
  ['the last millisecond of the day after the hold', { ...untouched, now: later(86_400_000 - 1) }, null],
  ['the first one after it', { ...untouched, now: later(86_400_000) }, 'payment_too_late'],
  ['sales that end the next millisecond', sale(untouched, { salesUntil: new Date(NOW.getTime() + 1) }), null],
  ['sales that open at this moment', sale(untouched, { salesFrom: NOW }), null],
])('%s', (_what, example, expected) => {
  expect(refusal(example)).toBe(expected);
});

it('names the most lasting of several reasons, and is never taken while one holds', () => {
  fc.assert(
    fc.property(fc.subarray([...LATE_PAYMENT_CAUSES]), (causes) => {
      // A later change of the event's status would undo an earlier one.
      const several = causes.filter((cause) => cause !== 'event_postponed' || !causes.includes('event_cancelled'));
      const changed = several.reduce((example, cause) => CHANGES[cause](example), untouched);
      expect(refusal(changed)).toBe(LATE_PAYMENT_CAUSES.find((cause) => several.includes(cause)) ?? null);
    }),
  );
});
