import { Context as ActivityContext } from '@temporalio/activity';
import { buildBulkFile } from '../src/bulk/build-file.js';
import { failBulkFile } from '../src/bulk/sql/bulk-files.js';
import type { BulkFileActivities, BulkProgress } from '../src/bulk/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import { withHeartbeat } from './with-heartbeat.js';

const HEARTBEAT_MS = 1_000;

export function createBulkFileActivities(ctx: Context): BulkFileActivities {
  return {
    async buildBulkFile({ fileId }) {
      const activity = ActivityContext.current();
      let progress: BulkProgress = { events: 0, bytes: 0 };
      const build = () =>
        buildBulkFile(ctx, {
          fileId,
          signal: activity.cancellationSignal,
          report: (now) => {
            progress = now;
          },
        });
      return withHeartbeat(build, { every: HEARTBEAT_MS, details: () => progress });
    },
    failBulkFile: ({ fileId, reason }) => failBulkFile(ctx.sql, fileId, reason, ctx.clock.now()),
  };
}
