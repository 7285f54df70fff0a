import { markPaid } from '../earnings/mark-paid.js';
import type { Context } from '../platform/context/context.js';
import { markLinesPaid, pageOfLineIds } from './sql/settlement-payments.js';
import { findSettlement } from './sql/settlements.js';

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
  return ctx.sql.begin(async (tx) => {
    const ids = await pageOfLineIds(tx, settlementId, after, BATCH);
    await markPaid(tx, settlementId, now, ids);
    const last = ids.at(-1);
    if (ids.length === BATCH && last) return last;
    await markLinesPaid(tx, settlementId, now);
    return null;
  });
}
