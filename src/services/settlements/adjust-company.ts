import { randomUUID } from 'node:crypto';
import { toDecimal, toMinor } from '../../domain/money.js';
import { isMonth } from '../../domain/settlement.js';
import { endRun } from '../../store/settlement-runs.js';
import { getCompany } from '../companies/get-company.js';
import type { Context } from '../context.js';
import { recordAdjustment } from '../earnings/record-adjustment.js';
import { checkedRequest } from './begin-close.js';
import { openRun } from './open-run.js';
import { SettlementRefused } from './refused.js';

export interface Adjustment {
  company: string;
  currency: string;
  /** Signed decimal. */
  amount: number;
  /** The month whose statement was wrong; only remembered. */
  month?: string;
  requestedBy: string;
  reason: string;
}

/**
 * Corrects what a company is owed by an entry of its own, which its next statement lists: the way to correct what was
 * paid, where no sale, refund or reversal says so.
 *
 * @returns the record's id.
 * @throws {SettlementRefused} for an amount of nothing or with more digits than its currency, and without who and why.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function adjustCompany(ctx: Context, input: Adjustment): Promise<string> {
  const { companyId, currency, amountMinor, month, requestedBy, reason } = await checkAdjustment(ctx, input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const key = randomUUID();
    const { id } = await recordAdjustment(tx, { companyId, currency, amountMinor }, now);
    const run = { key, kind: 'adjust' as const, month, companyId, currency, requestedBy, reason };
    const runId = await openRun(ctx, tx, run, id);
    const result = { earningId: id, amount: toDecimal(amountMinor, currency) };
    await endRun(tx, runId, { status: 'finished', result }, now);
    return id;
  });
}

/** What {@link adjustCompany} would write; refuses what it refuses. */
export async function checkAdjustment(ctx: Context, input: Adjustment) {
  const { currency, requestedBy, reason } = checkedRequest(input);
  const month = input.month ?? null;
  if (month !== null && !isMonth(month)) {
    throw new SettlementRefused(`\`month\` must be written like 2026-10, not ${month}`);
  }
  const { id: companyId } = await getCompany(ctx, input.company);
  const amountMinor = toMinor(input.amount, currency);
  if (amountMinor === 0) throw new SettlementRefused('an adjustment of nothing');
  if (toDecimal(amountMinor, currency) !== input.amount) {
    throw new SettlementRefused(`${input.amount} has more digits than ${currency}`);
  }
  return { companyId, currency, amountMinor, month, requestedBy, reason };
}
