import { forgetTokenRows } from '../../store/oauth-tokens.js';
import type { Context } from '../context.js';

/** So long after its end a token is still told from one that never was. */
const KEPT_MS = 24 * 3_600_000;
const BATCH = 2_000;

/**
 * Forgets tokens that expired more than a day ago, a few thousand at a time, so that no lock is held long.
 *
 * @param onProgress is told after each batch.
 */
export async function forgetTokens(ctx: Context, onProgress: () => void = () => {}): Promise<{ forgotten: number }> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  let forgotten = 0;
  for (;;) {
    const count = await forgetTokenRows(ctx.sql, before, BATCH);
    forgotten += count;
    onProgress();
    if (count < BATCH) return { forgotten };
  }
}
