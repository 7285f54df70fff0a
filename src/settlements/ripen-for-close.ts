import { matureEarnings } from '../earnings/mature-earnings.js';
import { anyUnripe } from '../earnings/sql/earnings-maturing.js';
import type { Context } from '../platform/context/context.js';
import { endOfMonth } from './rules/settlement.js';

const BATCH = 500;

/**
 * One step of the maturation run on behalf of a close: the month's last earnings ripen in its last millisecond, and the
 * run on the Schedule may be minutes away.
 *
 * @throws {Error} when another run holds some of them; a repetition finds them moved.
 */
export async function ripenForClose(ctx: Context, month: string): Promise<{ more: boolean }> {
  const { more } = await matureEarnings(ctx, { limit: BATCH });
  if (!more && (await anyUnripe(ctx.sql, endOfMonth(month), ctx.clock.now()))) {
    throw new Error(`earnings of ${month} are just being moved by another run`);
  }
  return { more };
}
