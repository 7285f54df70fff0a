import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, startWorkflow } from '../platform/temporal/start-workflow.js';
import { bulkFileWorkflowId } from '../platform/temporal/workflow-ids.js';
import type { BulkFileRow } from './sql/bulk-files.js';
import { BULK_FILE_WORKFLOW, type BulkFileInput } from './workflow.js';

/** Starts the build of a file; one in progress counts as started. */
export async function startBulkFile(temporal: TemporalClient, file: BulkFileRow): Promise<void> {
  const input: BulkFileInput = { fileId: file.id };
  const kind = file.since === null ? 'Full file' : `Changes since ${file.since}`;
  await startWorkflow(temporal, BULK_FILE_WORKFLOW, {
    workflowId: bulkFileWorkflowId(file),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('bulk'),
    args: [input],
    workflowExecutionTimeout: '30 minutes',
    staticSummary: `${kind} of ${file.subscriptionId} as ${file.format}`,
    typedSearchAttributes: [keyword('Mode', file.mode)],
  });
}
