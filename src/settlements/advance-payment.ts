import { DAY, HOUR, MINUTE } from '../core/time.js';
import { markPaid } from '../earnings/mark-paid.js';
import type { Transfer, TransferResult } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import { mailStatement } from './mail-statement.js';
import { retryAt } from './rules/settlement.js';
import {
  beginTransfer,
  endTransfer,
  findOpenTransfer,
  markLinesPaid,
  markSettlementFailed,
  markSettlementPaid,
  markTransferSent,
  pageOfLineIds,
} from './sql/settlement-payments.js';
import { findSettlement, lockSettlement, type SettlementRow } from './sql/settlements.js';
import type { PaymentStep } from './workflow.js';

/** How long to wait for a transfer that the processor still works on. */
const PENDING_MS = MINUTE;
/** How long a statement waits if no payouts are set up. */
const NO_PAYOUTS_MS = HOUR;
/** A bank file, and the bank's answer to it, announce themselves: this is how often somebody looks all the same. */
const BANK_MS = DAY;

/**
 * Takes the next step of a statement's payment: begins an attempt on its due day, sends its transfer, or looks up one
 * that got no reply (decisions: Settlements). Each step is guarded by the state in the database, so that repeating or
 * running it concurrently never pays twice.
 *
 * @returns when the next step is due; null if there is none.
 * @throws when the processor gave no reply: the retry looks the transfer up before it sends it again.
 */
export async function advancePayment(ctx: Context, settlementId: string): Promise<PaymentStep> {
  let statement = await findSettlement(ctx.sql, settlementId);
  if (statement?.status === 'issued' || statement?.status === 'failed') {
    if (statement.payFrom === null) return { status: statement.status, waitMs: null };
    const early = statement.payFrom.getTime() - ctx.clock.now().getTime();
    if (early > 0) return { status: statement.status, waitMs: early };
    if (!ctx.payouts.methods.includes(statement.method)) {
      if (statement.method === 'bank_transfer' && ctx.config.bankAccounts[statement.currency])
        return { status: statement.status, waitMs: BANK_MS };
      ctx.log.warn({ settlementId }, 'a statement is due and no payouts are set up');
      return { status: statement.status, waitMs: NO_PAYOUTS_MS };
    }
    await begin(ctx, settlementId);
    statement = await findSettlement(ctx.sql, settlementId);
  }
  if (statement?.status === 'paying') return sendOpen(ctx, statement);
  return { status: statement?.status ?? 'missing', waitMs: null };
}

async function begin(ctx: Context, settlementId: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.sql.begin(async (tx) => {
    const statement = await lockSettlement(tx, settlementId);
    if (statement?.status !== 'issued' && statement?.status !== 'failed') return;
    if (statement.payFrom === null || statement.payFrom > now) return;
    const attempt = statement.attempts + 1;
    await beginTransfer(tx, { id: transferId(settlementId, attempt), settlementId, attempt }, now);
  });
}

/** The processor's key for an attempt: derived from its purpose, so that it cannot be sent twice. */
export function transferId(settlementId: string, attempt: number): string {
  return `${settlementId.replace(/^stm_/, 'trf_')}_${attempt}`;
}

async function sendOpen(ctx: Context, statement: SettlementRow): Promise<PaymentStep> {
  const { id: settlementId, companyId, method, amountMinor, currency, reference } = statement;
  const open = await findOpenTransfer(ctx.sql, settlementId);
  if (!open) return advancePayment(ctx, settlementId);
  if (open.fileId !== null) return { status: 'paying', waitMs: BANK_MS };
  const transfer: Transfer = {
    key: open.id,
    attempt: open.attempt,
    method,
    companyId,
    settlementId,
    amountMinor,
    currency,
    reference,
  };
  let result = open.sentAt === null ? null : await ctx.payouts.find(open.id);
  if (result === null) {
    await markTransferSent(ctx.sql, open.id, ctx.clock.now());
    result = await ctx.payouts.send(transfer);
  }
  if (result.state === 'pending') return { status: 'paying', waitMs: PENDING_MS };
  await end(ctx, settlementId, open.id, result);
  return advancePayment(ctx, settlementId);
}

async function end(
  ctx: Context,
  settlementId: string,
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
    await markSettlementFailed(tx, settlementId, result.failure, again, now);
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
 * Moves the next batch of a paid statement's earnings to `paid` and records the changes for partners; reversed ones
 * stay as they are. Can be repeated.
 *
 * @param after the line that the batch before ended with; '' at first.
 * @returns where to continue; null after the last line.
 */
export async function payLines(ctx: Context, settlementId: string, after: string): Promise<string | null> {
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
