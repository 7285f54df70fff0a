import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { beginRun, findRun, type NewRun } from './sql/settlement-runs.js';

/**
 * Records a run and an audit row, in the transaction that performs it. For a known key it returns the existing run and
 * adds nothing.
 *
 * @param objectId what the run is about: a statement, or the month.
 * @returns the run's id.
 */
export async function openRun(ctx: Context, tx: Transaction, run: NewRun, objectId: string): Promise<number> {
  const known = await findRun(tx, run.key);
  if (known) return known.id;
  const id = await beginRun(tx, run, ctx.clock.now());
  const { kind, companyId, requestedBy: by, month, currency, reason } = run;
  const details = { run: id, month, currency, reason };
  await recordAction(ctx, tx, { action: `settlement.${kind}`, objectId, companyId, by, details });
  return id;
}
