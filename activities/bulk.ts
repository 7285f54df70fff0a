import { Context as ActivityContext } from '@temporalio/activity';
import type { BulkFileActivities, BulkProgress, CleanBulkFilesActivities } from '../src/contracts/bulk-file.js';
import { buildBulkFile } from '../src/services/bulk/build-file.js';
import { cleanBulkFiles } from '../src/services/bulk/clean-files.js';
import type { Context } from '../src/services/context.js';
import { failBulkFile } from '../src/store/bulk-files.js';
import { withHeartbeat } from './with-heartbeat.js';

const HEARTBEAT_MS = 1_000;

export function createBulkFileActivities(ctx: Context): BulkFileActivities {
  return {
    async buildBulkFile({ fileId }) {
      const activity = ActivityContext.current();
      let progress: BulkProgress = { events: 0, bytes: 0 };
      const beat = setInterval(() => activity.heartbeat(progress), HEARTBEAT_MS);
      try {
        return await buildBulkFile(ctx, {
          fileId,
          signal: activity.cancellationSignal,
          report: (now) => {
            progress = now;
          },
        });
      } finally {
        clearInterval(beat);
      }
    },
    failBulkFile: ({ fileId, reason }) => failBulkFile(ctx.sql, fileId, reason, ctx.clock.now()),
  };
}

export function createCleanBulkFilesActivities(ctx: Context): CleanBulkFilesActivities {
  return { cleanBulkFiles: () => withHeartbeat(() => cleanBulkFiles(ctx)) };
}
