import { findBulkFile } from '../../store/bulk-files.js';
import { startBulkFile } from '../../temporal/bulk-files.js';
import type { TemporalClient } from '../../temporal/client.js';
import type { Context } from '../context.js';
import type { Drain } from '../outbox/drain.js';
import { createDrain } from '../outbox/drain-messages.js';

/** Each bulk file that was asked for gets its workflow. */
export function createBulkDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async () => async (key: string) => {
    const file = await findBulkFile(ctx.sql, key);
    if (file?.state === 'building') await startBulkFile(temporal, file);
  };
  return [createDrain(ctx, { topic: 'bulk.requested', prepare })];
}
