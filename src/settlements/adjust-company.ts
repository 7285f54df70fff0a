import { createHash, randomUUID } from 'node:crypto';
import { getCompany } from '../companies/get-company.js';
import { isCurrency } from '../core/former-currencies.js';
import { decimalOf, isExact, toMinor } from '../core/money.js';
import { invalidField } from '../core/problems.js';
import { recordAdjustment } from '../earnings/record-adjustment.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable } from '../platform/database/database.js';
import { checkedRequest, openRun, type Requester } from './open-run.js';
import { isMonth, SettlementRefused, startOfMonth } from './rules/settlement.js';
import { endRun, findRun } from './sql/settlement-runs.js';

export interface Adjustment extends Requester {
  company: string;
  currency: string;
  /** Signed decimal. */
  amount: number;
  /** The month whose statement was wrong; only remembered. */
  month?: string;
  /** Even if the same adjustment was made before. */
  again?: boolean;
}

/**
 * Corrects the money owed to a company with a separate entry, which its next statement lists. It is for corrections of
 * paid statements without a sale, refund or reversal.
 *
 * @returns the record's id.
 * @throws {SettlementRefused} for a zero amount or one with too many digits, an unknown currency, a month that has not
 * begun, a repeated adjustment without `again`, or a missing actor or reason.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function adjustCompany(ctx: Context, input: Adjustment): Promise<string> {
  const { key, companyId, amount, month, requestedBy, reason } = await checkAdjustment(ctx, input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const { id } = await recordAdjustment(tx, { companyId, amount }, now);
    const run = { key, kind: 'adjust' as const, month, companyId, currency: amount.currency, requestedBy, reason };
    const runId = await openRun(ctx, tx, run, id);
    // After the key's lock: of two concurrent calls, the second finds the result of the first.
    await refuseRepetition(tx, key);
    const result = { earningId: id, amount: decimalOf(amount) };
    await endRun(tx, runId, { status: 'finished', result }, now);
    return id;
  });
}

/** What {@link adjustCompany} would write; throws like it. */
export async function checkAdjustment(ctx: Context, input: Adjustment) {
  const { currency, requestedBy, reason } = checkedRequest(input);
  const month = input.month ?? null;
  if (month !== null && !isMonth(month)) {
    throw invalidField('month', `must be written like 2026-10, not ${month}`);
  }
  if (month !== null && startOfMonth(month) > ctx.clock.now()) throw new SettlementRefused(`${month} has not begun`);
  if (!isCurrency(currency)) throw invalidField('currency', `${currency} is not a currency`);
  const { id: companyId } = await getCompany(ctx, input.company);
  const amount = { minor: toMinor(input.amount, currency), currency };
  if (amount.minor === 0) throw invalidField('amount', 'must not be zero');
  if (!isExact(input.amount, currency))
    throw invalidField('amount', `${input.amount} has more digits than ${currency}`);
  // A lost response must not cause a second adjustment.
  const same = JSON.stringify([companyId, currency, amount.minor, month, reason]);
  const key = input.again ? randomUUID() : `adjust ${createHash('sha256').update(same).digest('hex')}`;
  await refuseRepetition(ctx.sql, key);
  return { key, companyId, amount, month, requestedBy, reason };
}

async function refuseRepetition(db: Queryable, key: string): Promise<void> {
  const made = await findRun(db, key);
  if (!made?.result) return;
  const { earningId } = made.result;
  throw new SettlementRefused(
    `the same adjustment was made by ${made.requestedBy} at ${made.startedAt.toISOString()}: ${earningId}. ` +
      'For another one beside it add --again',
  );
}
