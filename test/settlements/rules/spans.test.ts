import { daysOfSpan, periodsOf, type Span } from '../../../src/settlements/rules/spans.js';

test.each<[span: Span, now: string, from: string, to: string, beforeFrom: string, beforeTo: string, periods: number]>([
  ['30d', '2026-11-28', '2026-10-30', '2026-11-28', '2026-09-30', '2026-10-29', 30],
  ['month', '2026-11-28', '2026-11-01', '2026-11-28', '2026-10-01', '2026-10-28', 28],
  ['month', '2027-03-31', '2027-03-01', '2027-03-31', '2027-02-01', '2027-02-28', 31],
  ['last_month', '2027-03-31', '2027-02-01', '2027-02-28', '2027-01-01', '2027-01-31', 28],
  ['last_month', '2027-01-01', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30', 31],
  ['quarter', '2026-12-31', '2026-10-01', '2026-12-31', '2026-07-01', '2026-09-30', 92],
  ['quarter', '2027-01-02', '2027-01-01', '2027-01-02', '2026-10-01', '2026-10-02', 2],
  ['year', '2028-02-29', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28', 2],
  ['12m', '2026-11-28', '2025-12-01', '2026-11-28', '2024-12-01', '2025-11-28', 12],
])('%s on %s is %s to %s, compared with %s to %s', (span, now, from, to, beforeFrom, beforeTo, periods) => {
  const days = daysOfSpan(span, new Date(`${now}T23:30:00Z`));
  expect(days).toMatchObject({ from, to, before: { from: beforeFrom, to: beforeTo } });
  expect(periodsOf(days)).toHaveLength(periods);
});
