import type { Context } from '../../platform/context/context.js';
import { isDatabaseBusy } from '../../platform/database/database-errors.js';
import { retryWhileBusy } from '../../platform/database/retry-while-busy.js';
import { type GroupCommit, groupCommit } from '../../platform/process/group-commit.js';
import { parkDisabled } from '../close-waiting.js';
import { DISABLE_AFTER_MS } from '../rules/delivery.js';
import { type AttemptEnd, recordEnds } from '../sql/outcomes.js';

const MAX_BATCH = 500;
/** Commits of a few outcomes each cost processor time that sending needs. */
const REST_MS = 50;

/**
 * Writes the outcomes of attempts, hundreds in one transaction; a single one at once. Waits for a database that is away,
 * since an unwritten attempt is made again. An outcome that the database refuses is logged, and its attempt is made
 * again too. `add` never rejects.
 *
 * @param ending aborted when the process waits for the database no longer.
 */
export function createOutcomeWriter(ctx: Context, ending: AbortSignal): GroupCommit<AttemptEnd, void> {
  async function record(ends: readonly AttemptEnd[]): Promise<void> {
    const now = ctx.clock.now();
    const disableBefore = new Date(now.getTime() - DISABLE_AFTER_MS);
    const disabled = await ctx.sql.begin((tx) => recordEnds(tx, ends, { now, disableBefore }));
    for (const { id, failure } of disabled) parkDisabled(ctx, id, failure);
  }

  async function write(ends: readonly AttemptEnd[]): Promise<void> {
    try {
      await retryWhileBusy(() => record(ends), ending);
    } catch (err) {
      ctx.foldedLog.log('warn', 'outcomes', { err, outcomes: ends.length }, 'outcomes could not be written');
      if (isDatabaseBusy(err)) return ending.aborted ? undefined : write(ends);
      // A refused outcome does not block the others.
      if (ends.length > 1) for (const end of ends) await write([end]);
    }
  }

  return groupCommit({
    maxBatch: MAX_BATCH,
    restMs: REST_MS,
    async write(ends) {
      await write(ends);
      return [];
    },
  });
}
