import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { findBulkFile } from './sql/bulk-files.js';
import { startBulkFile } from './start-build.js';

/** Starts a workflow for each requested bulk file. */
export function createBulkDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async () => async (key: string) => {
    const file = await findBulkFile(ctx.sql, key);
    if (file?.state === 'building') await startBulkFile(temporal, file);
  };
  return [createDrain(ctx, { topic: 'bulk.requested', prepare })];
}
