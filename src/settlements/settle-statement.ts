import { z } from 'zod';
import type { Id } from '../core/ids.js';
import { moneyText } from '../core/money.js';
import type { Queryable } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { lockStatement } from './begin-attempt.js';
import type { Apply } from './decide.js';
import { reopenDebt } from './reopen-debt.js';
import { positionOf } from './rules/payments.js';
import { SettlementRefused } from './rules/settlement.js';
import { listTransfers } from './sql/settlement-payments.js';
import { findSettlement, updateSettlement } from './sql/settlements.js';

const input = z.object({
  /** true: the company's next statement takes the difference off, or pays it; false: the difference is written off. */
  recover: z.boolean(),
});

/**
 * Settles the difference between the bank's payments for a statement and its amount. Later entries of the bank open
 * another difference.
 *
 * @throws {SettlementRefused} when there is no difference.
 * @throws {ProblemError} for an unknown statement.
 */
export const settleStatement: Apply = async (ctx, tx, { object: id, input: given }, by) => {
  const { recover } = input.parse(given);
  const statement = await lockStatement(tx, id);
  const { differenceMinor } = positionOf(statement, await listTransfers(tx, id));
  if (differenceMinor === 0) throw new SettlementRefused(`${id} has no difference to settle`);
  const { companyId, month, currency, status } = statement;
  const now = ctx.clock.now();
  const settledMinor = statement.settledMinor + differenceMinor;
  await updateSettlement(tx, id, { settledMinor }, now);
  const amount = (minor: number) => moneyText(minor, currency);
  if (recover) {
    const key = `settled ${id} ${settledMinor}`;
    const owed = { key, settlementId: id, companyId, month, amount: { minor: -differenceMinor, currency } };
    await reopenDebt(ctx, tx, owed, {
      ...by,
      reason: `The bank paid ${amount(differenceMinor)} beyond ${id}. ${by.reason}`,
    });
  }
  await enqueue(tx, 'settlement.changed', [id], now);
  const [beyond, direction] = differenceMinor > 0 ? ['beyond', 'takes it off'] : ['less than', 'pays it'];
  const effects = [
    `The bank paid ${amount(Math.abs(differenceMinor))} ${beyond} what ${id} (${status}) pays. The difference is settled.`,
    recover ? `The company's next statement ${direction}.` : 'It is written off: no statement takes it off or pays it.',
  ];
  if (status === 'void' && differenceMinor > 0) effects.push(`The lines of ${id} can be on the next statement.`);
  return { companyId, effects };
};

/** The unsettled surplus of the bank's payments over a statement, in minor units; 0 for an unknown statement. */
export async function readDifference(db: Queryable, settlementId: Id<'statement'>): Promise<number> {
  const statement = await findSettlement(db, settlementId);
  return statement ? positionOf(statement, await listTransfers(db, settlementId)).differenceMinor : 0;
}
