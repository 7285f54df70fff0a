import { ticketsOfAmount } from '../../../src/orders/rules/refund-lines.js';

const standing = { ticketTypeId: 'tkt_standing', remaining: 3, unitTotalMinor: 1_250 };
const seat = { ticketTypeId: 'tkt_seat', remaining: 1, unitTotalMinor: 3_100 };

describe('ticketsOfAmount', () => {
  test.each([
    ['whole tickets of one type', [standing, seat], 2_500, [{ ticketTypeId: 'tkt_standing', quantity: 2 }]],
    ['the price of the other type', [standing, seat], 3_100, [{ ticketTypeId: 'tkt_seat', quantity: 1 }]],
    ['no whole ticket', [standing, seat], 1_000, []],
    ['one ticket of each type', [standing, seat], 4_350, []],
    ['a price of two types', [standing, { ...seat, unitTotalMinor: 2_500 }], 2_500, []],
    ['more tickets than remain', [standing], 5_000, [{ ticketTypeId: 'tkt_standing', quantity: 3 }]],
    [
      'a type without remaining tickets',
      [
        { ...standing, remaining: 0 },
        { ...seat, unitTotalMinor: 2_500 },
      ],
      2_500,
      [{ ticketTypeId: 'tkt_seat', quantity: 1 }],
    ],
  ])('%s', (_, lines, minor, tickets) => {
    expect(ticketsOfAmount(lines, { amount: { minor, currency: 'EUR' }, isRest: false })).toEqual(tickets);
  });

  test('the rest of the payment returns all remaining tickets', () => {
    expect(
      ticketsOfAmount([{ ...standing, remaining: 0 }, seat], { amount: { minor: 1, currency: 'EUR' }, isRest: true }),
    ).toEqual([{ ticketTypeId: 'tkt_seat', quantity: 1 }]);
  });
});
