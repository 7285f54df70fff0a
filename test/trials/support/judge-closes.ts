import { groupBy } from '../../../src/core/group-by.js';
/** An ended close: each company's earnings of the month, in minor units, and how many statements were refused. */
export interface ClosedMonth {
  month: string;
  earned: ReadonlyMap<string, number>;
  refused: number;
}

/** A statement as the database has it in the end; amounts in minor units. */
export interface WrittenStatement {
  companyId: string;
  month: string;
  version: number;
  status: string;
  amountMinor: number;
  /** Its lines, and the earnings that name it. */
  linesMinor: number;
  earningsMinor: number;
  /** Transfers that succeeded. */
  payments: number;
}

/**
 * Compares statements with the earnings: each company has exactly one for each closed month, with its earnings and
 * carried lines; amounts above the minimum were paid once, and nothing else was.
 *
 * @param statements including months whose close began and did not end: they are ignored.
 */
export function judgeCloses(
  months: readonly ClosedMonth[],
  statements: readonly WrittenStatement[],
  minimumMinor: number,
): string[] {
  const faults: string[] = [];
  const byPair = groupBy(statements, ({ companyId, month }) => `${companyId} ${month}`);
  const carried = new Map<string, number>();
  for (const { month, earned, refused } of months) {
    if (refused > 0) faults.push(`${month}: ${refused} statements were refused`);
    for (const [company, minor] of earned) {
      const pair = `${company} ${month}`;
      const amount = minor + (carried.get(company) ?? 0);
      const isIssued = amount >= minimumMinor;
      carried.set(company, isIssued ? 0 : amount);
      const [statement, ...others] = byPair.get(pair) ?? [];
      if (!statement) faults.push(`${pair} has no statement`);
      else faults.push(...faultsOf(pair, statement, { amount, isIssued }));
      if (others.length > 0) faults.push(`${pair} has ${others.length + 1} statements`);
    }
  }
  return faults;
}

/** A carried one leaves its earnings to the next. */
function faultsOf(pair: string, statement: WrittenStatement, wanted: { amount: number; isIssued: boolean }): string[] {
  const { amountMinor, linesMinor, earningsMinor, payments, status } = statement;
  const { amount, isIssued } = wanted;
  const end = isIssued ? 'paid' : 'carried';
  const faults: string[] = [];
  if (amountMinor !== amount) faults.push(`${pair} is of ${amountMinor}, and ${amount} were earned`);
  if (linesMinor !== amountMinor) faults.push(`${pair} is of ${amountMinor}, and its lines of ${linesMinor}`);
  if (isIssued && earningsMinor !== amountMinor)
    faults.push(`${pair} is of ${amountMinor}, its earnings of ${earningsMinor}`);
  if (status !== end) faults.push(`${pair} is ${status}, and should be ${end}`);
  if (payments !== (isIssued ? 1 : 0)) faults.push(`${pair} (${status}) was paid ${payments} times`);
  return faults;
}
