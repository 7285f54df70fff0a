import { groupBy } from '../core/group-by.js';
import { DAY } from '../core/time.js';
import { failedAttempts, moneyOfPayments } from '../orders/sql/money.js';
import type { BalanceLine } from '../payments/balance.js';
import { ProcessorRefusal } from '../payments/errors.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { moneyOfTransfers } from '../settlements/sql/money.js';
import { compare, type Difference, Totals, toFees } from './rules/match.js';
import {
  PLATFORM,
  pageOfSubjects,
  pageOfUnmatched,
  type StagedEntry,
  stageEntries,
  unstageAccount,
  unstageTheirs,
} from './sql/entries.js';
import { insertDifferences, insertTotals, isCompared, listUnreadable, markCompared } from './sql/reconciliations.js';
import { ofOrder, ofTransfer } from './stage-ours.js';

/** Read around the month, so that what happened near its edge meets its other side. */
const BEFORE_MS = 7 * DAY;
const AFTER_MS = DAY;
/** Movements or subjects in memory at once. */
const BATCH = 500;

interface AccountRun {
  run: number;
  /** The processor's id, `platform` or `bank:…`. */
  account: string;
  range: { from: Date; to: Date };
}

/** Compares one account, once a run. */
export async function compareAccount(ctx: Context, of: AccountRun, onProgress: () => void): Promise<void> {
  const { run, account } = of;
  if (await isCompared(ctx.sql, run, account)) return;
  const totals = new Totals();
  const isBank = account.startsWith('bank:');
  const refusal = isBank ? null : await readTheirs(ctx, of, totals, onProgress);
  if (!isBank && !refusal) await readUnmatched(ctx, of, onProgress);
  await ctx.sql.begin(async (tx) => {
    if (!(await markCompared(tx, run, account, ctx.clock.now()))) return;
    if (refusal) await insertDifferences(tx, run, account, [unreadable(account, refusal, of.range)]);
    else await judge(tx, of, totals, onProgress);
    await insertTotals(tx, run, account, totals.list());
    await unstageAccount(tx, run, account);
  });
}

/** @returns why the account cannot be read. */
async function readTheirs(
  ctx: Context,
  { run, account, range }: AccountRun,
  totals: Totals,
  onProgress: () => void,
): Promise<ProcessorRefusal | null> {
  await unstageTheirs(ctx.sql, run, account);
  const around = {
    from: new Date(range.from.getTime() - BEFORE_MS),
    to: new Date(range.to.getTime() + AFTER_MS),
  };
  const unread = await listUnreadable(ctx.sql, run);
  let batch: StagedEntry[] = [];
  let failed: BalanceLine[] = [];
  const flush = async () => {
    if (failed.length > 0) batch.push(...(await feesOfFailed(ctx, failed)));
    if (batch.length > 0) await stageEntries(ctx.sql, run, batch);
    batch = [];
    failed = [];
    onProgress();
  };
  try {
    for await (const line of ctx.payments.of('live').balanceLines(account === PLATFORM ? null : account, around)) {
      const { id, at, kind, subject, object, amount, claimed: isClaimed, fee, payer } = line;
      // The fees that an organizer pays are compared where they arrive, in our account, unless their purpose is not
      // known.
      const isFee = kind === 'fee' || kind === 'fee_refund';
      if (kind === 'failed_refund' && amount.minor < 0) failed.push(line);
      if (failed.length === BATCH) await flush();
      if (
        kind === 'other' ||
        kind === 'failed_refund' ||
        (isFee && (account !== PLATFORM || unread.has(payer ?? '')))
      ) {
        if (at >= range.from && at < range.to) totals.add('other', null, amount);
        continue;
      }
      batch.push({
        ...{ account, subject, side: 'theirs', id, kind, object, amount, at, isClaimed, fee },
      });
      if (batch.length === BATCH) await flush();
    }
  } catch (error) {
    if (error instanceof ProcessorRefusal) return error;
    throw error;
  }
  await flush();
  return null;
}

/** A refund may have given its share of our fee back before it failed, and left it with the organizer. */
async function feesOfFailed(ctx: Context, lines: readonly BalanceLine[]): Promise<StagedEntry[]> {
  const payments = lines.map(({ subject }) => subject);
  const known = new Map((await failedAttempts(ctx.sql, payments)).map((attempt) => [attempt.object, attempt]));
  return lines.flatMap(({ object, fee, at }) => {
    const refund = known.get(object);
    if (!refund?.feeMinor || !fee) return [];
    const { feeMinor: minor, currency, orderId: about, isFeeOptional: isOptional } = refund;
    return {
      ...{ account: PLATFORM, subject: fee, side: 'ours' as const, kind: 'fee_refund' as const, object },
      ...{ id: `fee_refund ${object}`, amount: { minor, currency }, at, about, isOptional },
    };
  });
}

/** Movements that only the processor has in the days around the month: we may have them at another time. */
async function readUnmatched(ctx: Context, { run, account }: AccountRun, onProgress: () => void): Promise<void> {
  for (let after = ''; ; ) {
    const subjects = await pageOfUnmatched(ctx.sql, { run, account, after }, BATCH);
    const last = subjects.at(-1);
    if (last === undefined) return;
    const found =
      account === PLATFORM
        ? (await moneyOfTransfers(ctx.sql, subjects)).map(ofTransfer)
        : (await moneyOfPayments(ctx.sql, subjects)).map(ofOrder).filter((entry) => entry.account === account);
    await stageEntries(ctx.sql, run, found);
    onProgress();
    after = last;
  }
}

/** Compares subject after subject. */
async function judge(tx: Transaction, of: AccountRun, totals: Totals, onProgress: () => void): Promise<void> {
  const { run, account, range } = of;
  for (let after = ''; ; ) {
    const entries = await pageOfSubjects(tx, { run, account, after }, BATCH);
    const last = entries.at(-1);
    if (!last) return;
    const differences: Difference[] = [];
    const fees: StagedEntry[] = [];
    for (const subject of groupBy(entries, (entry) => entry.subject).values()) {
      const compared = compare(subject, range);
      differences.push(...compared.differences);
      totals.addAll(compared.totals);
      if (account !== PLATFORM) fees.push(...toFees(subject).map((fee) => ({ ...fee, account: PLATFORM })));
    }
    await insertDifferences(tx, run, account, differences);
    await stageEntries(tx, run, fees);
    onProgress();
    after = last.subject;
  }
}

function unreadable(account: string, refusal: ProcessorRefusal, { from }: AccountRun['range']): Difference {
  return { name: 'account_unreadable', object: account, about: refusal.code, at: from, ours: null, theirs: null };
}
