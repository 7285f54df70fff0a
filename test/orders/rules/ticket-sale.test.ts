import fc from 'fast-check';
import {
  eventOnSale,
  paidSaleRefusal,
  saleRefusal,
  salesWindow,
  type TicketOffer,
} from '../../../src/orders/rules/ticket-sale.js';

const now = new Date('2027-01-10T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const event: TicketOffer['event'] = {
  status: 'scheduled',
  startsAt: minutes(600),
  endsAt: null,
  date: '2027-01-10',
  timezone: 'UTC',
};
const offer: TicketOffer = {
  event,
  totalMinor: 1250,
  ticketsLeft: 5,
  maxPerOrder: 4,
  salesFrom: null,
  salesUntil: null,
};

it.each([
  ['open', {}, 'open', null],
  ['sold out by its status alone', { event: { ...event, status: 'sold_out' as const } }, 'open', null],
  ['rescheduled', { event: { ...event, status: 'rescheduled' as const } }, 'open', null],
  [
    'postponed: it may sell again',
    { event: { ...event, status: 'postponed' as const } },
    'not_yet',
    'event_not_on_sale',
  ],
  ['cancelled', { event: { ...event, status: 'cancelled' as const } }, 'ended', 'event_not_on_sale'],
  ['completed', { event: { ...event, status: 'completed' as const } }, 'ended', 'event_not_on_sale'],
  ['over', { event: { ...event, endsAt: now } }, 'ended', 'event_not_on_sale'],
  ['not begun', { salesFrom: minutes(1) }, 'not_yet', 'sales_not_open'],
  ['begun at this moment', { salesFrom: now }, 'open', null],
  ['ended at this moment', { salesUntil: now }, 'ended', 'sales_ended'],
  ['ending soon', { salesUntil: minutes(1) }, 'open', null],
  ['of just enough tickets', { ticketsLeft: 2 }, 'open', null],
  ['of too few tickets', { ticketsLeft: 1 }, 'open', 'tickets_unavailable'],
  ['of fewer an order', { maxPerOrder: 1 }, 'open', 'quantity_over_limit'],
  ['of free tickets', { totalMinor: 0 }, 'open', 'free_ticket'],
] as const)('sales that are %s', (_what, change, window, refusal) => {
  expect(salesWindow({ ...offer, ...change }, now)).toBe(window);
  expect(paidSaleRefusal({ ...offer, ...change }, 2, now)).toBe(refusal);
});

it('applies the same rules to free tickets', () => {
  expect(saleRefusal({ ...offer, totalMinor: 0 }, 2, now)).toBeNull();
  expect(saleRefusal({ ...offer, totalMinor: 0 }, 6, now)).toBe('quantity_over_limit');
  expect(saleRefusal({ ...offer, totalMinor: 0, maxPerOrder: 20 }, 6, now)).toBe('tickets_unavailable');
});

it('sells exactly where the window is open, the stock suffices and the order is small enough', () => {
  const time = fc.option(fc.integer({ min: -2, max: 2 }).map(minutes), { nil: null });
  fc.assert(
    fc.property(
      fc.constantFrom('scheduled', 'postponed', 'rescheduled', 'cancelled', 'sold_out', 'completed'),
      time,
      time,
      time,
      fc.nat({ max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (status, endsAt, salesFrom, salesUntil, ticketsLeft, quantity) => {
        const changed = { ...offer, event: { ...event, status, endsAt }, salesFrom, salesUntil, ticketsLeft };
        const sells = salesWindow(changed, now) === 'open' && quantity <= ticketsLeft && quantity <= 4;
        expect(paidSaleRefusal(changed, quantity, now) === null).toBe(sells);
        if (salesWindow(changed, now) === 'open') expect(eventOnSale(changed.event, now)).toBe(true);
      },
    ),
  );
});
