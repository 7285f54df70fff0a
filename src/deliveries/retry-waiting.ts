import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { enqueue } from '../platform/outbox/messages.js';
import { ringSenders } from '../platform/outbox/ring-senders.js';
import { activeEndpoint } from './redeliver.js';
import type { EndpointRef } from './rules/ref.js';
import { hurryRetries, lockForOutcomes, releaseRetries } from './sql/rounds.js';

/** Deliveries per statement: an endpoint may have tens of thousands. */
const BATCH = 2_000;

/**
 * Makes the next attempt of every delivery that waits for one at an endpoint now, the oldest change first; their schedules
 * continue from it.
 *
 * @returns how many were not due yet.
 * @throws {ProblemError} `invalid_request` for an endpoint that is unknown, not the company's, or not active.
 */
export async function retryWaiting(ctx: Context, named: EndpointRef): Promise<number> {
  const { id, companyId } = await activeEndpoint(ctx, named);
  const now = ctx.clock.now();
  let isRecorded = false;
  return inBatches(BATCH, (limit) =>
    ctx.sql.begin(async (tx) => {
      if (!isRecorded) await recordAction(ctx, tx, { action: 'delivery.retry_now', objectId: id, companyId });
      isRecorded = true;
      await lockForOutcomes(tx, id);
      await releaseRetries(tx, id, now);
      const count = await hurryRetries(tx, id, { now, limit });
      await enqueue(tx, 'endpoint.retries', [id], now);
      await ringSenders(tx);
      return count;
    }),
  );
}
