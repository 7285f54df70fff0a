import type { Context } from '../platform/context/context.js';
import { enqueue, waitingTopics } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { endpointDeliveriesWorkflowId } from '../platform/temporal/workflow-ids.js';
import { listAttended, listUnattended } from './sql/rounds.js';

/** A round takes half a minute at most; the next begins five seconds later. */
const UNATTENDED_AFTER_MS = 45_000;
/** Endpoints announced at once. */
const ENDPOINTS = 500;

/**
 * Announces endpoints whose workflow was lost or terminated, and those for which one is expected although nothing waits. While
 * others are announced and not woken yet, Temporal is only behind.
 *
 * @returns how many were announced.
 */
export async function wakeUnattended(ctx: Context, temporal: TemporalClient): Promise<number> {
  const now = ctx.clock.now();
  if ((await waitingTopics(ctx.sql, now)).includes('endpoint.retries')) return 0;
  const lost = new Date(now.getTime() - UNATTENDED_AFTER_MS);
  const ids = new Set(await listUnattended(ctx.sql, lost, ENDPOINTS));
  const expected = await listAttended(ctx.sql, lost);
  if (expected.length > 0) {
    const running = await listRunning(temporal).catch((err: unknown) => {
      ctx.foldedLog.log('warn', 'running rounds', { err }, 'the workflows of endpoints could not be listed');
      return null;
    });
    const gone = running ? expected.filter((id) => !running.has(endpointDeliveriesWorkflowId(id))) : [];
    for (const id of gone.slice(0, ENDPOINTS)) ids.add(id);
  }
  await ctx.sql.begin((tx) => enqueue(tx, 'endpoint.retries', [...ids], now));
  if (ids.size > 0) ctx.log.warn({ endpoints: ids.size }, 'endpoints whose workflow was lost are announced again');
  return ids.size;
}

/** The ids of the running workflows of endpoints. The list may be seconds old: one too many only gets a signal. */
async function listRunning({ client, call, queue }: TemporalClient): Promise<Set<string>> {
  const query = `TaskQueue = '${queue('endpointDeliveries')}' AND ExecutionStatus = 'Running'`;
  const running = new Set<string>();
  await call(async () => {
    for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
  });
  return running;
}
