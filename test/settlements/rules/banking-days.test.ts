import { nextBankingDay } from '../../../src/settlements/rules/banking-days.js';

test.each([
  ['a Friday', '2026-11-27', '2026-11-27'],
  ['a Saturday', '2026-11-28', '2026-11-30'],
  ['Good Friday, over Easter', '2026-04-03', '2026-04-07'],
  ['Easter Monday', '2027-03-29', '2027-03-30'],
  ['1 May on a Friday', '2026-05-01', '2026-05-04'],
  ['Christmas before a weekend', '2026-12-25', '2026-12-28'],
  ['New Year', '2027-01-01', '2027-01-04'],
])('the next banking day from %s', (_, day, expected) => {
  expect(nextBankingDay(day)).toBe(expected);
});
