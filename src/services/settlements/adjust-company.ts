import { randomUUID } from 'node:crypto';
import { toDecimal, toMinor } from '../../domain/money.js';
import { endRun } from '../../store/settlement-runs.js';
import { getCompany } from '../companies/get-company.js';
import type { Context } from '../context.js';
import { recordAdjustment } from '../earnings/record-adjustment.js';
import { checkedRequest } from './begin-close.js';
import { openRun } from './open-run.js';
import { SettlementRefused } from './refused.js';

/**
 * Corrects what a company is owed by an entry of its own: the next statement lists it.
 *
 * @param input.amount signed decimal.
 * @returns the record's id.
 * @throws {SettlementRefused} when the amount is nothing, and without who and why.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function adjustCompany(
  ctx: Context,
  input: { company: string; currency: string; amount: number; requestedBy: string; reason: string },
): Promise<string> {
  const { currency, requestedBy, reason } = checkedRequest(input);
  const { id: companyId } = await getCompany(ctx, input.company);
  const amountMinor = toMinor(input.amount, currency);
  if (amountMinor === 0) throw new SettlementRefused('an adjustment of nothing');
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const key = randomUUID();
    const { id } = await recordAdjustment(tx, { companyId, currency, amountMinor }, now);
    const run = { key, kind: 'adjust' as const, month: null, companyId, currency, requestedBy, reason };
    const runId = await openRun(ctx, tx, run, id);
    const result = { earningId: id, amount: toDecimal(amountMinor, currency) };
    await endRun(tx, runId, { status: 'finished', result }, now);
    return id;
  });
}
