import { newId } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { type BulkIdentity, findBuildingFile, insertBulkFile, takeBuildNumber } from './sql/bulk-files.js';

/**
 * Requests a file, or joins a build of the same one; returns its id. The relay starts its workflow, again if the
 * workflow of a joined build has ended without a result: it was terminated, timed out, or Temporal lost it.
 *
 * @throws {ProblemError} `file_not_found` when the subscription was removed.
 */
export async function requestBuild(ctx: Context, identity: BulkIdentity): Promise<string> {
  return ctx.sql.begin(async (tx) => {
    const build = await takeBuildNumber(tx, identity.subscriptionId);
    if (build === null) throw new ProblemError('file_not_found');
    const now = ctx.clock.now();
    const joined = await findBuildingFile(tx, identity);
    const id = joined ?? newId('bulkFile');
    if (!joined) await insertBulkFile(tx, { ...identity, id, build, now });
    await enqueue(tx, 'bulk.requested', [id], now);
    return id;
  });
}
