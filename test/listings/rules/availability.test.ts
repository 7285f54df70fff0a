import { availabilityOf, isSoldOut, type Stock } from '../../../src/listings/rules/availability.js';

const now = new Date('2027-01-10T12:00:00Z');
const before = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);
const type = (more: Partial<Stock> = {}): Stock => ({
  capacity: 1000,
  held: 0,
  sold: 0,
  salesFrom: null,
  salesUntil: null,
  ...more,
});

it.each([
  ['plenty', [type()], 'available'],
  ['sold by its organizer', [], 'available'],
  ['a tenth left, held ones counted as gone', [type({ held: 100, sold: 800 })], 'limited'],
  ['one more than a tenth', [type({ held: 99, sold: 800 })], 'available'],
  ['ten left of few', [type({ capacity: 20, sold: 10 })], 'limited'],
  ['eleven left of few', [type({ capacity: 21, sold: 10 })], 'available'],
  ['none left', [type({ held: 1, sold: 999 })], 'sold_out'],
  ['one type left of two', [type({ sold: 1000 }), type()], 'available'],
  ['sales not begun', [type({ salesFrom: later })], 'not_on_sale'],
  ['sales begin at this moment', [type({ salesFrom: now })], 'available'],
  ['sales over', [type({ salesUntil: before })], 'not_on_sale'],
  ['sales end at this moment', [type({ salesUntil: now })], 'not_on_sale'],
  ['what is not on sale counts for nothing', [type({ sold: 1000 }), type({ salesFrom: later })], 'sold_out'],
  [
    'more sold than there are takes nothing from others',
    [type({ capacity: 5, sold: 9 }), type({ capacity: 11 })],
    'available',
  ],
] as const)('%s', (_what, stock, expected) => {
  expect(availabilityOf('scheduled', false, stock, now)).toBe(expected);
});

it.each([
  ['completed', false, 'ended'],
  ['scheduled', true, 'ended'],
  ['cancelled', true, 'ended'],
  ['cancelled', false, 'not_on_sale'],
  ['postponed', false, 'not_on_sale'],
  ['sold_out', false, 'sold_out'],
  ['rescheduled', false, 'available'],
] as const)('an event that is %s, over: %s, is %s', (status, over, expected) => {
  expect(availabilityOf(status, over, [type()], now)).toBe(expected);
});

it('is sold out when no type has any left, whatever their windows, and never without types of ours', () => {
  expect(isSoldOut([type({ sold: 1000, salesFrom: later }), type({ held: 1000 })])).toBe(true);
  expect(isSoldOut([type({ sold: 999 })])).toBe(false);
  expect(isSoldOut([])).toBe(false);
});
