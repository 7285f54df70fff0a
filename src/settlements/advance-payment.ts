import type { Id } from '../core/ids.js';
import { DAY, HOUR, MINUTE } from '../core/time.js';
import { markPaid } from '../earnings/mature-earnings.js';
import type { DeferredTransfer, TransferResult } from '../payments/payouts-port.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import { beginAttempt, findObstacles, lockStatement } from './begin-attempt.js';
import { mailStatement } from './mail-statement.js';
import { isPaidByFile } from './payout-target.js';
import type { PaymentState } from './rules/payment-details.js';
import { retryAt, type WaitCause } from './rules/settlement.js';
import { findPayoutAccounts } from './sql/payout-accounts.js';
import {
  beginSending,
  endSending,
  endTransfer,
  findOpenTransfer,
  markLinesPaid,
  markSettlementPaid,
  pageOfLineIds,
} from './sql/settlement-payments.js';
import { findSettlement, lockSettlement, type SettlementRow, updateSettlement } from './sql/settlements.js';
import { findOpenAccount } from './sql/transfer-accounts.js';

/** How long to wait for a transfer that the processor still works on. */
const PENDING_MS = MINUTE;
/** How long a statement waits if no payouts are set up. */
const NO_PAYOUTS_MS = HOUR;
/** Poll interval for payments by bank file. `pay-file` and `import-bank` signal the workflow at once. */
const BANK_MS = DAY;
/** Waits that are no failures. The processor's leaves time to find a transfer that arrived before it is sent again. */
const WAIT_MS = { account: DAY, balance: HOUR, processor: 30 * MINUTE };

interface Wait {
  cause: WaitCause;
  until: Date;
}

/**
 * Takes the next step of a statement's payment: begins an attempt on its due day, sends its transfer, or looks up a
 * transfer without a reply (decisions: Settlements). Each step is guarded by the state in the database, so that
 * repeating or running it concurrently never pays twice.
 *
 * @returns when the next step is due; null if there is none.
 * @throws when the processor gave no reply: the retry looks the transfer up before it sends it again.
 */
export async function advancePayment(ctx: Context, settlementId: Id<'statement'>): Promise<PaymentState> {
  let statement = await findSettlement(ctx.sql, settlementId);
  if (statement?.status === 'issued' || statement?.status === 'failed') {
    if (statement.payFrom === null) return { status: statement.status, waitMs: null };
    const early = findWait(ctx, statement);
    if (early) return early;
    if (!ctx.payouts.methods.includes(statement.method)) {
      if (isPaidByFile(ctx, statement)) return { status: statement.status, waitMs: BANK_MS, bank: { file: null } };
      ctx.log.warn({ settlementId }, 'a statement is due and no payouts are set up');
      return { status: statement.status, waitMs: NO_PAYOUTS_MS };
    }
    const wait = await begin(ctx, settlementId);
    if (wait) return wait;
    statement = await findSettlement(ctx.sql, settlementId);
  }
  if (statement?.status === 'paying') return sendOpen(ctx, statement);
  return { status: statement?.status ?? 'missing', waitMs: null };
}

/** The wait until its next step; null: it is due. */
function findWait(ctx: Context, { status, payFrom, waitsFor }: SettlementRow): PaymentState | null {
  const waitMs = (payFrom?.getTime() ?? 0) - ctx.clock.now().getTime();
  return waitMs > 0 ? { status, waitMs, waitsFor: waitsFor ?? undefined } : null;
}

async function begin(ctx: Context, settlementId: Id<'statement'>): Promise<PaymentState | null> {
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const statement = await lockStatement(tx, settlementId);
    if (statement.status !== 'issued' && statement.status !== 'failed') return null;
    if (statement.payFrom === null || statement.payFrom > now) return null;
    const target = await findTarget(ctx, tx, statement);
    if ('cause' in target) return putOff(ctx, tx, statement, target);
    const obstacle = (await findObstacles(tx, [settlementId])).get(settlementId);
    if (obstacle !== undefined) return stopPaying(ctx, tx, statement, obstacle);
    await beginAttempt(tx, statement, { fileId: null, ibanEnd: target.ibanEnd }, now);
    return null;
  });
}

/** Another payment may pay the same lines: a person decides before the next attempt. */
async function stopPaying(
  ctx: Context,
  tx: Transaction,
  { id, status }: SettlementRow,
  obstacle: string,
): Promise<PaymentState> {
  await updateSettlement(tx, id, { payFrom: null, waitsFor: null }, ctx.clock.now());
  ctx.log.error({ alert: 'settlement_unpaid', settlementId: id, obstacle }, 'a payment would pay lines twice');
  return { status, waitMs: null };
}

/** The account to pay now, or the reason to wait. A new account's predecessor is not paid: the company may have closed it. */
async function findTarget(
  ctx: Context,
  db: Queryable,
  { companyId, method }: SettlementRow,
): Promise<{ account: string | null; ibanEnd: string | null } | Wait> {
  const open = ctx.payouts.needsAccount ? await findOpenAccount(db, companyId) : null;
  if (ctx.payouts.needsAccount && !open) return waitFor(ctx, 'account');
  const bank = method === 'bank_transfer' ? (await findPayoutAccounts(db, [companyId])).get(companyId) : null;
  const paysFrom = (open ?? bank)?.paysFrom ?? null;
  if (paysFrom && paysFrom > ctx.clock.now()) return { cause: 'new_account', until: paysFrom };
  return { account: open?.account ?? null, ibanEnd: bank?.ibanEnd ?? null };
}

const waitFor = (ctx: Context, cause: keyof typeof WAIT_MS): Wait => ({
  cause,
  until: new Date(ctx.clock.now().getTime() + WAIT_MS[cause]),
});

/** @param statement whose row the caller holds. */
async function putOff(
  ctx: Context,
  tx: Transaction,
  { id, status, waitsFor: before }: SettlementRow,
  { cause, until }: Wait,
): Promise<PaymentState> {
  const now = ctx.clock.now();
  const waitMs = until.getTime() - now.getTime();
  await updateSettlement(tx, id, { waitsFor: cause, payFrom: until }, now);
  if (before !== cause) ctx.log.warn({ settlementId: id, waitsFor: cause }, 'a payment waits');
  return { status, waitMs, waitsFor: cause };
}

async function sendOpen(ctx: Context, statement: SettlementRow): Promise<PaymentState> {
  const { id: settlementId, companyId, method, amount, reference } = statement;
  const open = await findOpenTransfer(ctx.sql, settlementId);
  if (!open) return advancePayment(ctx, settlementId);
  if (open.fileId !== null) return { status: 'paying', waitMs: BANK_MS, bank: { file: open.fileId } };
  const wait = statement.waitsFor === null ? null : findWait(ctx, statement);
  if (wait) return wait;
  const { id: key, attempt, sending } = open;
  let result: TransferResult | DeferredTransfer | null =
    open.sentAt === null && attempt === 1 ? null : await ctx.payouts.find({ key, settlementId });
  if (result === null) {
    // A sending that has an account keeps it.
    const target = open.account === null ? await findTarget(ctx, ctx.sql, statement) : { account: open.account };
    if ('cause' in target) return putOffOpen(ctx, settlementId, key, target);
    const begun = await beginSending(ctx.sql, open, target.account, ctx.clock.now());
    if (!begun) return advancePayment(ctx, settlementId);
    const what = { companyId, settlementId, amount, reference, account: begun.account ?? undefined };
    result = await ctx.payouts.send({ key, attempt, sending, method, ...what });
    if (result.state === 'deferred') return putOffOpen(ctx, settlementId, key, waitFor(ctx, result.cause), sending);
  }
  if (result.state === 'pending') return { status: 'paying', waitMs: PENDING_MS };
  await end(ctx, settlementId, key, result);
  return advancePayment(ctx, settlementId);
}

/** @param sending that was not carried out; absent: none was made. */
async function putOffOpen(
  ctx: Context,
  settlementId: Id<'statement'>,
  transfer: string,
  wait: Wait,
  sending?: number,
): Promise<PaymentState> {
  const step = await ctx.sql.begin(async (tx) => {
    const statement = await lockSettlement(tx, settlementId);
    if (statement?.status !== 'paying') return null;
    if (sending !== undefined && !(await endSending(tx, transfer, sending))) return null;
    return putOff(ctx, tx, statement, wait);
  });
  // Another step came first: its result counts.
  return step ?? advancePayment(ctx, settlementId);
}

async function end(
  ctx: Context,
  settlementId: Id<'statement'>,
  transfer: string,
  result: Exclude<TransferResult, { state: 'pending' }>,
): Promise<void> {
  const now = ctx.clock.now();
  const next = await ctx.sql.begin(async (tx) => {
    const statement = await lockSettlement(tx, settlementId);
    if (!statement || !(await endTransfer(tx, transfer, result, now))) return undefined;
    if (result.state === 'succeeded') {
      await markSettlementPaid(tx, settlementId, result.reference, now);
      return undefined;
    }
    const again = retryAt(statement.attempts, now);
    const change = { status: 'failed' as const, failure: result.failure, payFrom: again, waitsFor: null };
    await updateSettlement(tx, settlementId, change, now);
    return { again };
  });
  if (!next || result.state !== 'failed') return;
  const { failure } = result;
  if (next.again) ctx.log.warn({ settlementId, transfer, failure, again: next.again }, 'a payout failed');
  else ctx.log.error({ alert: 'settlement_unpaid', settlementId, transfer, failure }, 'a payout failed for good');
}

/** Earnings, and so webhooks, of one transaction. */
const BATCH = 200;

/**
 * Moves the next batch of a paid statement's earnings to `paid` and records the changes for partners; reversed ones are
 * not changed. Can be repeated.
 *
 * @param after the last line of the previous batch; '' in the first call.
 * @returns where to continue; null after the last line.
 */
export async function payLines(ctx: Context, settlementId: Id<'statement'>, after: string): Promise<string | null> {
  const statement = await findSettlement(ctx.sql, settlementId);
  if (statement?.status !== 'paid') return null;
  const now = ctx.clock.now();
  if (after === '') await mailStatement(ctx, settlementId, 'paid');
  return ctx.sql.begin(async (tx) => {
    const ids = await pageOfLineIds(tx, settlementId, after, BATCH);
    await markPaid(tx, settlementId, now, ids);
    const last = ids.at(-1);
    if (ids.length === BATCH && last) return last;
    await markLinesPaid(tx, settlementId, now);
    return null;
  });
}
