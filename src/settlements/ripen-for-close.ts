import { matureEarnings } from '../earnings/mature-earnings.js';
import { anyUnripe } from '../earnings/sql/earnings-maturing.js';
import type { Context } from '../platform/context/context.js';
import { endOfMonth } from './rules/settlement.js';

const BATCH = 500;

/**
 * One step of the maturation run on behalf of a close: the month's last earnings become ready in its last millisecond,
 * and the scheduled run may be minutes away.
 *
 * @throws {Error} when another run has locked some of them; a retry finds them moved.
 */
export async function ripenForClose(ctx: Context, month: string): Promise<{ more: boolean }> {
  const { more } = await matureEarnings(ctx, { limit: BATCH });
  if (!more && (await anyUnripe(ctx.sql, endOfMonth(month), ctx.clock.now()))) {
    throw new Error(`earnings of ${month} are just being moved by another run`);
  }
  return { more };
}
