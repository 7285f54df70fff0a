import { nextPaymentAccount } from '../catalogue/sql/payment-accounts.js';
import { invalidField } from '../core/problems.js';
import { DAY } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { endOfMonth, isMonth, startOfMonth } from '../settlements/rules/settlement.js';
import { compareAccount } from './compare-account.js';
import { deleteAbandoned, nextStagedAccount, PLATFORM } from './sql/entries.js';
import {
  findReconciliation,
  finishReconciliation,
  insertReconciliation,
  type ReconciliationRow,
} from './sql/reconciliations.js';
import { stageOurs } from './stage-ours.js';

/** Where payments are simulated, no money moves that could be compared. */
export const NOTHING_TO_COMPARE = 'Payments are simulated: no money moves, and there is nothing to compare.';

/** A run that is older and has not finished was given up. */
const ABANDONED_MS = 30 * DAY;

export const hasMoney = ({ config }: Context): boolean => config.payments !== 'simulated';

/**
 * Begins to compare a month; its future part is left out.
 *
 * @returns the run.
 * @throws {ProblemError} `invalid_request` for an invalid month, and for a month that has not begun.
 */
export async function beginReconciliation(
  ctx: Context,
  { month, requestedBy }: { month: string; requestedBy: string },
): Promise<number> {
  if (!isMonth(month)) throw invalidField('month', `must be written like 2026-10, not ${month}`);
  const now = ctx.clock.now();
  if (startOfMonth(month) > now) throw invalidField('month', `${month} has not begun`);
  const readUntil = new Date(Math.min(endOfMonth(month).getTime(), now.getTime()));
  await deleteAbandoned(ctx.sql, new Date(now.getTime() - ABANDONED_MS));
  return insertReconciliation(ctx.sql, { month, requestedBy, startedAt: now, readUntil });
}

/** Stages our movements of the month; a repeated call stages the missing ones. */
export async function readOurs(ctx: Context, run: number, onProgress: () => void = () => {}): Promise<void> {
  await stageOurs(ctx, run, rangeOf(await mustFind(ctx, run)), onProgress);
}

/**
 * Compares the next account: the organizers' and the bank's in the order of their ids, and ours at the processor as the
 * last, because the payments say which fees it should have. Repeated, it reads the processor anew.
 *
 * @param after the account before; '' in the first call.
 * @returns the account; null after the last one.
 * @throws when the processor cannot be reached.
 */
export async function compareNext(
  ctx: Context,
  run: number,
  after: string,
  onProgress: () => void = () => {},
): Promise<string | null> {
  if (after === PLATFORM) return null;
  const { hosted } = ctx.payments.of('live');
  // An account without any movement of ours may have a payment that we do not know.
  const known = [
    await nextStagedAccount(ctx.sql, run, after),
    hosted ? await nextPaymentAccount(ctx.sql, after) : null,
  ];
  const account = known.filter((id) => id !== null && id !== PLATFORM).sort()[0] ?? PLATFORM;
  if (account === PLATFORM && !hosted) return null;
  const range = rangeOf(await mustFind(ctx, run));
  await compareAccount(ctx, { run, account, range }, onProgress);
  return account;
}

/** @returns how many differences there are. */
export async function endReconciliation(ctx: Context, run: number): Promise<number> {
  const { month } = await mustFind(ctx, run);
  const differences = await finishReconciliation(ctx.sql, run, ctx.clock.now());
  if (differences > 0) {
    ctx.log.warn(
      { alert: 'reconciliation_differs', reconciliation: run, month, differences },
      'a month does not add up',
    );
  }
  return differences;
}

async function mustFind(ctx: Context, run: number): Promise<ReconciliationRow> {
  const found = await findReconciliation(ctx.sql, run);
  if (!found) throw new Error(`there is no reconciliation ${run}`);
  return found;
}

function rangeOf({ month, readUntil }: ReconciliationRow): { from: Date; to: Date } {
  return { from: startOfMonth(month), to: readUntil };
}
