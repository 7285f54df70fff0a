import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { BULK_FILE_WORKFLOW, type BulkFileInput } from '../contracts/bulk-file.js';
import type { BulkFileRow } from '../store/bulk-files.js';
import type { TemporalClient } from './client.js';
import { bulkFileId } from './workflow-ids.js';

/** Starts the making of a file that is not made yet; one that is under way counts as started. */
export async function startBulkFile(temporal: TemporalClient, file: BulkFileRow): Promise<void> {
  const input: BulkFileInput = { fileId: file.id };
  const kind = file.since === null ? 'Full file' : `Changes since ${file.since}`;
  try {
    await temporal.call(() =>
      temporal.client.workflow.start(BULK_FILE_WORKFLOW, {
        workflowId: bulkFileId(file),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        taskQueue: temporal.queue('bulk'),
        args: [input],
        workflowExecutionTimeout: '30 minutes',
        staticSummary: `${kind} of ${file.subscriptionId} as ${file.format}`,
        typedSearchAttributes: [{ key: { name: 'Mode', type: 'KEYWORD' }, value: file.mode }],
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
