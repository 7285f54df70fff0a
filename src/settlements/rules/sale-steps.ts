import type { EarningStatus } from '../../core/earning-status.js';
import type { EarningReason, ReversalReason } from '../../earnings/rules/earnings.js';
import { monthName, REVERSED, statementDay } from './earning-text.js';
import type { Month, SettlementStatus, StatementFacts } from './settlement.js';

export const SALE_STEPS = [
  'sold',
  'approved',
  'reversed',
  'corrected',
  'statement',
  'paid',
  'failed',
  'returned',
] as const;

export interface SaleStep {
  step: (typeof SALE_STEPS)[number];
  at: Date;
  expected: boolean;
  text: string;
  /** The change of the reward by this step, or the part of it that a statement lists or pays, in minor units. */
  minor: number | null;
  statement: { id: string; month: Month } | null;
}

export interface SaleHistory {
  /** Entries of the ledger, the sale first, and corrections. */
  entries: readonly {
    kind: 'sale' | 'refund' | 'adjustment';
    minor: number;
    reason: EarningReason | null;
    /** Why we made a correction; null: not known. */
    note: string | null;
    at: Date;
  }[];
  /** The sale's own record; undefined for a correction without a sale. */
  own:
    | {
        status: EarningStatus;
        mode: 'test' | 'live';
        commissionMinor: number;
        approvesAt: Date | null;
        readyAt: Date | null;
        changedAt: Date;
      }
    | undefined;
  statements: readonly (Pick<StatementFacts, 'id' | 'month' | 'status' | 'issuedAt' | 'paidAt'> & {
    listedMinor: number;
    /** When we pay it; null: no payment is planned. */
    payAt: Date | null;
    refusedAt: readonly Date[];
    returnedAt: readonly Date[];
  })[];
  /** What of the sale waits for its statement, with the day of that statement. */
  upcoming: readonly { at: Date; minor: number }[];
  hasTerms: boolean;
  now: Date;
}

/** The past and expected steps of a sale, in the order of days. */
export function saleSteps(history: SaleHistory): SaleStep[] {
  const [first, ...later] = history.entries.map(entryStep);
  // Steps of one instant keep this order.
  const steps = [
    ...(first ? [first] : []),
    ...approvalOf(history),
    ...history.statements.flatMap(statementSteps),
    ...later,
    ...comingStatements(history),
  ];
  return steps.sort((a, b) => Number(a.expected) - Number(b.expected) || +a.at - +b.at);
}

const NOTHING = { expected: false, minor: null, statement: null };

function entryStep({ kind, minor, reason, note, at }: SaleHistory['entries'][number]): SaleStep {
  if (kind === 'sale') return { ...NOTHING, step: 'sold', at, text: 'Sold.', minor };
  if (kind === 'refund') {
    return { ...NOTHING, step: 'reversed', at, text: REVERSED[reason as ReversalReason] ?? 'Reversed.', minor };
  }
  return { ...NOTHING, step: 'corrected', at, text: `We corrected the amount${note ? `: “${note}”.` : '.'}`, minor };
}

function approvalOf({ own, entries: [sold], now }: SaleHistory): SaleStep[] {
  if (!own || own.status === 'reversed') return [];
  const { status, approvesAt, changedAt } = own;
  const approved = { ...NOTHING, step: 'approved' as const, text: 'Approved.' };
  if (status === 'pending') return approvesAt ? [{ ...approved, at: approvesAt, expected: true }] : [];
  // A test sale can be approved ahead of its day.
  const isOnTime = approvesAt !== null && approvesAt <= now;
  const due = isOnTime ? approvesAt : changedAt;
  // A sale can be recorded after its event.
  return [{ ...approved, at: sold && sold.at > due ? sold.at : due }];
}

/** The statements that are expected to list the sale and its refunds, with the expected amounts. */
function comingStatements({ own, hasTerms, upcoming, now }: SaleHistory): SaleStep[] {
  const days = new Map<number, number>();
  const add = (at: Date, minor: number) => days.set(+at, (days.get(+at) ?? 0) + minor);
  const ripens = own && own.mode === 'live' && (own.status === 'pending' || own.status === 'approved');
  if (ripens && hasTerms && own.readyAt) add(statementDay(own.readyAt, now), own.commissionMinor);
  for (const { at, minor } of upcoming) add(at, minor);
  return [...days].map(([at, minor]) => {
    const text = minor < 0 ? 'Deducted on a statement.' : 'On a statement.';
    return { ...NOTHING, step: 'statement', at: new Date(at), expected: true, text, minor };
  });
}

function statementSteps(listing: SaleHistory['statements'][number]): SaleStep[] {
  const { id, month, status, issuedAt, paidAt, listedMinor: minor, payAt, refusedAt, returnedAt } = listing;
  const name = `the ${monthName(month)} statement`;
  const base = { ...NOTHING, statement: { id, month } };
  const paid = { ...base, step: 'paid' as const, text: `Paid with ${name}.`, minor };
  const on = minor < 0 ? `Deducted on ${name}` : `On ${name}`;
  return [
    { ...base, step: 'statement', at: issuedAt, text: `${on}${FATES[status] ?? '.'}`, minor },
    ...refusedAt.map((at) => ({ ...base, step: 'failed' as const, at, text: `The payment of ${name} failed.` })),
    ...(paidAt && minor >= 0 ? [{ ...paid, at: paidAt }] : []),
    ...(payAt && minor >= 0 ? [{ ...paid, at: payAt, expected: true }] : []),
    ...returnedAt.map((at) => ({
      ...base,
      step: 'returned' as const,
      at,
      text: `The payment of ${name} came back to us.`,
    })),
  ];
}

/** What became of a statement that was never paid. */
const FATES: Partial<Record<SettlementStatus, string>> = {
  carried: ', which had no payment: carried to the next one.',
  void: ', which is void.',
};
