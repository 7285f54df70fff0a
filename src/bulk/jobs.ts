import { MINUTE } from '../core/time.js';
import { defineJob, definePeriodicJob } from '../platform/jobs/job.js';
import { bulkFileWorkflowId } from '../platform/temporal/workflow-ids.js';
import { cleanBulkFiles } from './clean-files.js';
import { type BulkFileRow, findBuildingFiles, findUnbuiltFiles } from './sql/bulk-files.js';
import { BULK_FILE_WORKFLOW } from './workflow.js';

export const bulkFileJob = defineJob<BulkFileRow>({
  name: 'bulk-file',
  room: 'bulk',
  does: 'Builds a bulk file.',
  runbook: 'See [BulkFileStuck](runbooks.md#bulkfilestuck).',
  topic: 'bulk.requested',
  trigger: 'A partner requests a file that is not there.',
  load: async (ctx, ids) => new Map((await findBuildingFiles(ctx.sql, ids)).map((file) => [file.id, file])),
  workflow: {
    type: BULK_FILE_WORKFLOW,
    queue: 'bulk',
    id: 'bulk-file/<subscription>/<key>/<format>/<since>/<number>',
    describe: (fileId, file) => ({
      id: bulkFileWorkflowId(file),
      input: { fileId },
      summary: `${file.since === null ? 'Full file' : `Changes since ${file.since}`} of ${file.subscriptionId} as ${file.format}`,
      attributes: { Mode: file.mode },
      timeout: '30 minutes',
    }),
  },
  findOverdue: (ctx, page) => findUnbuiltFiles(ctx.sql, page),
  lostAfter: MINUTE,
  alertAfter: 10 * MINUTE,
});

export const cleanBulkFilesJob = definePeriodicJob({
  name: 'clean-bulk-files',
  room: 'bulk',
  does: 'Deletes bulk files that nobody can request any more, and gives up builds that were lost.',
  runbook: 'The store refuses to delete files. They cost space only.',
  // A build whose workflow is lost must end while Temporal is away.
  clock: { every: 10 * MINUTE, run: (ctx) => cleanBulkFiles(ctx) },
});
