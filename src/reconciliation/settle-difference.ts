import { z } from 'zod';
import { noSuch } from '../core/problems.js';
import { assignToPayment } from '../settlements/assign-entry.js';
import type { Apply, Decision } from '../settlements/decide.js';
import { endPayment } from '../settlements/end-payment.js';
import { SettlementRefused } from '../settlements/rules/settlement.js';
import { readDifference, settleStatement } from '../settlements/settle-statement.js';
import { findDifference, insertSettled } from './sql/reconciliations.js';

const input = z.object({ recover: z.boolean() });

/**
 * Settles a difference of a reconciliation, also for later runs. Where the bank paid more for a statement than it pays,
 * that difference is settled with it.
 *
 * @throws {SettlementRefused} for a settled difference, and for `recover` where no statement has a difference.
 * @throws {ProblemError} for an unknown difference.
 */
const settleDifference: Apply = async (ctx, tx, decision, by) => {
  const { object: id } = decision;
  const { recover } = input.parse(decision.input);
  const difference = /^\d{1,15}$/.test(id) ? await findDifference(tx, Number(id)) : null;
  if (!difference) throw noSuch('difference', id);
  const { name, object, about, account } = difference;
  if (difference.settled) throw new SettlementRefused(`difference ${id} was settled by ${difference.settled.by}`);
  const isBank = account.startsWith('bank:') && about !== null;
  const hasDifference = isBank && (await readDifference(tx, about)) !== 0;
  if (recover && !hasDifference)
    throw new SettlementRefused(
      `nothing of difference ${id} can be recovered from a statement: use \`settlement adjust\``,
    );
  await insertSettled(tx, difference, { ...by, now: ctx.clock.now() });
  const what = `${name} of ${object} on ${account} is settled, in later reconciliations too.`;
  if (!hasDifference) return { companyId: null, effects: [what] };
  const statement = await settleStatement(ctx, tx, { ...decision, object: about }, by);
  return { companyId: statement.companyId, effects: [what, ...statement.effects] };
};

const DECISIONS: Record<Decision['kind'], Apply> = {
  assign: assignToPayment,
  end_payment: endPayment,
  settle: settleStatement,
  settle_difference: settleDifference,
};

export const applyDecision: Apply = (ctx, tx, decision, by) => DECISIONS[decision.kind](ctx, tx, decision, by);
