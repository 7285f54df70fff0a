import {
  type ExplainedEarning,
  explainEarning,
  type ListingStatement,
} from '../../../src/settlements/rules/earning-text.js';

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
const october: ListingStatement = {
  month: '2026-10',
  status: 'issued',
  dueOn: '2026-12-01',
  payFrom: null,
  paidAt: null,
  waitsFor: null,
};
const ready = { status: 'ready', reason: null, approvesAt: null, readyAt: new Date('2026-11-02T00:00:00Z') } as const;
const refund = { ...ready, kind: 'refund', status: 'reversed', reason: 'partial_refund' } as const;

test.each<[Partial<ExplainedEarning>, ListingStatement | null, string, string | null]>([
  [{}, null, 'Waiting for the event. Approved on 3 Dec 2026.', 'approved 2026-12-03'],
  [{ approvesAt: null }, null, 'Waiting for a new date of the event.', null],
  [{ reason: 'under_review' }, null, 'The event is over. Approved on 3 Dec 2026.', 'approved 2026-12-03'],
  [{ status: 'approved', reason: null }, null, 'Approved. Goes on a statement from 10 Dec 2026.', 'ready 2026-12-10'],
  [ready, null, 'Goes on the statement of 1 Dec 2026.', 'statement 2026-12-01'],
  [{ ...ready, mode: 'test' }, null, 'Test sales are never paid.', null],
  [ready, october, 'On the October 2026 statement. We pay it on 1 Dec 2026.', 'payment 2026-12-01'],
  [
    ready,
    { ...october, dueOn: '2026-11-11' },
    'On the October 2026 statement. We pay it with our next payments.',
    'payment 2026-11-11',
  ],
  [
    ready,
    { ...october, waitsFor: 'account' },
    'On the October 2026 statement. We pay it on 1 Dec 2026 if an account is added by then.',
    'payment 2026-12-01',
  ],
  [
    ready,
    { ...october, dueOn: '2026-11-11', waitsFor: 'account' },
    'On the October 2026 statement. We pay it once an account is added.',
    'payment 2026-11-11',
  ],
  [
    ready,
    { ...october, dueOn: '2026-11-11', waitsFor: 'new_account', payFrom: LATER },
    'On the October 2026 statement. We pay it on 3 Dec 2026.',
    'payment 2026-12-03',
  ],
  [
    ready,
    { ...october, status: 'failed', waitsFor: 'account' },
    'On the October 2026 statement. Its payment failed. We try again once an account is added.',
    null,
  ],
  [ready, { ...october, status: 'paying' }, 'On the October 2026 statement. The payment is on its way.', null],
  [ready, { ...october, status: 'failed' }, 'On the October 2026 statement. Its payment failed.', null],
  [
    ready,
    { ...october, status: 'failed', payFrom: LATER },
    'On the October 2026 statement. Its payment failed. We try again on 3 Dec 2026.',
    'payment 2026-12-03',
  ],
  [
    ready,
    { ...october, status: 'carried' },
    'Goes on the statement of 1 Dec 2026 (moved from October 2026).',
    'statement 2026-12-01',
  ],
  [
    { ...ready, status: 'paid' },
    { ...october, paidAt: new Date('2026-12-01T08:00:00Z') },
    'Paid on 1 Dec 2026 (October 2026 statement).',
    null,
  ],
  [
    { ...refund, kind: 'sale', reason: 'event_cancelled', settles: false },
    null,
    'The event was cancelled. Never counted.',
    null,
  ],
  // A refund is ready with its sale: the statement of that month has it.
  [
    { ...refund, readyAt: LATER },
    null,
    'Part of the sale was refunded. Deducted on the statement of 1 Jan 2027.',
    'statement 2027-01-01',
  ],
  [
    refund,
    october,
    'Part of the sale was refunded. Deducted on the October 2026 statement. We pay it on 1 Dec 2026.',
    'payment 2026-12-01',
  ],
  [
    { ...ready, kind: 'adjustment', reason: 'adjustment' },
    null,
    'We corrected an earlier amount. Goes on the statement of 1 Dec 2026.',
    'statement 2026-12-01',
  ],
])('%j on %j', (some, statement, text, next) => {
  const explained = explainEarning({ ...sale, ...some }, { statement, hasTerms: true, now: NOW });
  expect([
    explained.text,
    explained.next && `${explained.next.step} ${explained.next.at.toISOString().slice(0, 10)}`,
  ]).toEqual([text, next]);
});

test('without terms nothing is dated', () => {
  const explained = explainEarning({ ...sale, ...ready }, { statement: null, hasTerms: false, now: NOW });
  expect(explained).toEqual({ text: 'Waits until payment terms are agreed with us.', next: null });
});

test("an operator's correction shows its reason, before and after it is paid", () => {
  const made = { ...sale, ...ready, kind: 'adjustment' } as const;
  const of = { correction: 'Goodwill', hasTerms: true, now: NOW };
  expect(explainEarning(made, { ...of, statement: null }).text).toBe(
    'We corrected an earlier amount: “Goodwill”. Goes on the statement of 1 Dec 2026.',
  );
  expect(explainEarning({ ...made, status: 'paid' }, { ...of, statement: october }).text).toBe(
    'We corrected an earlier amount: “Goodwill”. Paid (October 2026 statement).',
  );
});

test('a line that an earlier statement did not pay says from which month it was moved', () => {
  const on = (month: string, movedFrom: string) =>
    explainEarning({ ...sale, ...ready }, { statement: { ...october, month }, movedFrom, hasTerms: true, now: NOW })
      .text;
  expect(on('2026-10', '2026-09')).toBe(
    'On the October 2026 statement (moved from September). We pay it on 1 Dec 2026.',
  );
  expect(on('2027-01', '2026-12')).toBe(
    'On the January 2027 statement (moved from December 2026). We pay it on 1 Dec 2026.',
  );
});
