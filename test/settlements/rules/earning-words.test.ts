import {
  type ExplainedEarning,
  explainEarning,
  type ListingStatement,
} from '../../../src/settlements/rules/earning-words.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const LATER = new Date('2026-12-03T21:00:00Z');

const sale: ExplainedEarning = {
  kind: 'sale',
  status: 'pending',
  reason: 'awaiting_event',
  mode: 'live',
  approvesAt: LATER,
  readyAt: new Date('2026-12-10T21:00:00Z'),
  settles: true,
};
const october: ListingStatement = { month: '2026-10', status: 'issued', dueOn: '2026-12-01', payFrom: null };
const ready = { status: 'ready', reason: null, approvesAt: null, readyAt: new Date('2026-11-02T00:00:00Z') } as const;
const refund = { ...ready, kind: 'refund', status: 'reversed', reason: 'partial_refund' } as const;

test.each<[Partial<ExplainedEarning>, ListingStatement | null, string, string | null]>([
  [{}, null, 'The event is not over yet. We approve the sale 48 hours after it ends.', 'approved 2026-12-03'],
  [
    { approvesAt: null },
    null,
    'The event has no new date yet. We approve the sale 48 hours after the event ends.',
    null,
  ],
  [
    { reason: 'under_review' },
    null,
    'The event is over. We approve the sale 48 hours after its end.',
    'approved 2026-12-03',
  ],
  [
    { status: 'approved', reason: null },
    null,
    'Approved. It is ready for a statement 7 days later.',
    'ready 2026-12-10',
  ],
  [ready, null, 'Goes on the next statement.', 'statement 2026-12-01'],
  [{ ...ready, mode: 'test' }, null, 'Test sales are never paid.', null],
  [ready, october, 'On the October 2026 statement, which is due.', 'payment 2026-12-01'],
  [ready, { ...october, status: 'paying' }, 'On the October 2026 statement, which is being paid.', null],
  [ready, { ...october, status: 'failed' }, 'On the October 2026 statement. Its payment failed.', null],
  [
    ready,
    { ...october, status: 'carried' },
    'On the October 2026 statement, which was carried over. Goes on the next statement.',
    'statement 2026-12-01',
  ],
  [{ ...ready, status: 'paid' }, october, 'Paid with the October 2026 statement.', null],
  [
    { ...refund, kind: 'sale', reason: 'event_cancelled', settles: false },
    null,
    'The event was cancelled. Nothing is paid and nothing is deducted.',
    null,
  ],
  // A refund is ready with its sale: the statement of that month has it.
  [
    { ...refund, readyAt: LATER },
    null,
    'Part of the sale was refunded. Deducted on the next statement.',
    'statement 2027-01-01',
  ],
  [
    refund,
    october,
    'Part of the sale was refunded. Deducted on the October 2026 statement, which is due.',
    'payment 2026-12-01',
  ],
  [
    { ...ready, kind: 'adjustment', reason: 'adjustment' },
    null,
    'We corrected an earlier amount. Goes on the next statement.',
    'statement 2026-12-01',
  ],
])('%j on %j', (some, statement, text, next) => {
  const told = explainEarning({ ...sale, ...some }, { statement, hasTerms: true, now: NOW });
  expect([told.text, told.next && `${told.next.step} ${told.next.at.toISOString().slice(0, 10)}`]).toEqual([
    text,
    next,
  ]);
});

test('without terms nothing is dated', () => {
  const told = explainEarning({ ...sale, ...ready }, { statement: null, hasTerms: false, now: NOW });
  expect(told).toEqual({ text: 'It waits until payment terms are agreed with us.', next: null });
});

test('a correction of one of us says why, before and after it is paid', () => {
  const made = { ...sale, ...ready, kind: 'adjustment' } as const;
  const of = { correction: 'Goodwill', hasTerms: true, now: NOW };
  expect(explainEarning(made, { ...of, statement: null }).text).toBe(
    'We corrected an earlier amount: “Goodwill”. Goes on the next statement.',
  );
  expect(explainEarning({ ...made, status: 'paid' }, { ...of, statement: october }).text).toBe(
    'We corrected an earlier amount: “Goodwill”. Paid with the October 2026 statement.',
  );
});
