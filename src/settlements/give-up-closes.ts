import { WorkflowNotFoundError } from '@temporalio/client';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { giveUpRun, listUnendedCloses } from './sql/settlement-runs.js';

/** Marks closes begun before this instant as given up if they were terminated or Temporal lost them. */
export async function giveUpCloses(ctx: Context, temporal: TemporalClient, before: Date): Promise<void> {
  for (const { id, key } of await listUnendedCloses(ctx.sql, before)) {
    // Behind the id stands the run, which has no blank; an id that somebody typed may.
    const workflowId = key.slice(0, key.lastIndexOf(' '));
    const ended = await howItEnded(temporal, workflowId);
    if (ended === null) continue;
    const message = `${workflowId} ${ended}. What it wrote stays, and another close writes the rest.`;
    await giveUpRun(ctx.sql, id, message, ctx.clock.now());
    ctx.log.warn({ runId: id, workflowId }, 'a close ended before it was done');
  }
}

/** In words; null while it runs. */
async function howItEnded(temporal: TemporalClient, workflowId: string): Promise<string | null> {
  try {
    const { status } = await temporal.call(() => temporal.client.workflow.getHandle(workflowId).describe());
    return status.name === 'RUNNING'
      ? null
      : `is ${status.name.toLowerCase().replace('_', ' ')} and has not come to its end`;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'is no longer known to Temporal';
    throw error;
  }
}
