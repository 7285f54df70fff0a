import type { Context } from '../platform/context/context.js';
import type { Transfer, TransferResult } from '../platform/payouts/port.js';
import { retryAt } from './rules/settlement.js';
import {
  beginTransfer,
  endTransfer,
  findOpenTransfer,
  markSettlementFailed,
  markSettlementPaid,
  markTransferSent,
} from './sql/settlement-payments.js';
import { findSettlement, lockSettlement, type SettlementRow } from './sql/settlements.js';
import type { PaymentStep } from './workflow.js';

/** How long a transfer that the processor still works on is left alone. */
const PENDING_MS = 60_000;
/** How long a statement waits where nobody can send transfers. */
const NO_PAYOUTS_MS = 3_600_000;

/**
 * Does what is due of a statement's payment: begins an attempt on its day, sends its transfer, or asks what became of
 * one that got no answer (decisions: Settlements). Everything is guarded by the state in the database, so that it may
 * be repeated and run beside itself without paying twice.
 *
 * @returns when there is something to do again; null once there is not.
 * @throws when the processor gave no answer: the repetition looks the transfer up before it sends it again.
 */
export async function advancePayment(ctx: Context, settlementId: string): Promise<PaymentStep> {
  let statement = await findSettlement(ctx.sql, settlementId);
  if (statement?.status === 'issued' || statement?.status === 'failed') {
    if (statement.payFrom === null) return { status: statement.status, waitMs: null };
    const early = statement.payFrom.getTime() - ctx.clock.now().getTime();
    if (early > 0) return { status: statement.status, waitMs: early };
    if (!ctx.payouts.enabled) {
      ctx.log.warn({ settlementId }, 'a statement is due and nobody is set up to send transfers');
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

/** What the processor knows an attempt by: made from what it is for, so that it cannot be made twice. */
export function transferId(settlementId: string, attempt: number): string {
  return `${settlementId.replace(/^stm_/, 'trf_')}_${attempt}`;
}

async function sendOpen(ctx: Context, statement: SettlementRow): Promise<PaymentStep> {
  const { id: settlementId, companyId, method, amountMinor, currency, reference } = statement;
  const open = await findOpenTransfer(ctx.sql, settlementId);
  if (!open) return advancePayment(ctx, settlementId);
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
