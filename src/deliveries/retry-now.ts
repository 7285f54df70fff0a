import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { type DeliveryRef, type OwnedDelivery, refOf } from './rules/ref.js';
import { findDelivery } from './sql/deliveries.js';
import { findEndpoint } from './sql/delivery-endpoints.js';
import { listWaitingDeliveries } from './sql/waiting-deliveries.js';
import { deliveryStart, startDeliveries } from './start-deliveries.js';
import { signalDelivery } from './start-workflows.js';
import { RETRY_NOW_SIGNAL } from './workflow.js';

/**
 * Makes the next attempt of a delivery now; the schedule continues from it.
 *
 * @throws {ProblemError} `invalid_request` for an unknown delivery, or one that is not waiting for an attempt.
 */
export async function retryNow(ctx: Context, temporal: TemporalClient, deliveryId: string): Promise<void> {
  await ctx.sql.begin((tx) => recordRetry(ctx, tx, deliveryId));
  await hurryDelivery(ctx, temporal, deliveryId);
}

/**
 * The same for a face that has no Temporal: a worker does it a moment later.
 *
 * @throws {ProblemError} `invalid_request` also for a delivery that is not the company's.
 */
export async function requestRetry(ctx: Context, owned: OwnedDelivery): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    await recordRetry(ctx, tx, owned);
    await enqueue(tx, 'delivery.hurried', [owned.deliveryId], ctx.clock.now());
  });
}

async function recordRetry(ctx: Context, tx: Transaction, named: DeliveryRef): Promise<void> {
  const delivery = await findDelivery(tx, named);
  if (!delivery) throw noSuch('delivery', refOf(named).id);
  if (delivery.state !== 'pending') {
    throw conflict('delivery', `is ${delivery.state} and has no next attempt; redeliver it instead`);
  }
  const companyId = (await findEndpoint(tx, delivery.endpointId))?.companyId;
  await recordAction(ctx, tx, { action: 'delivery.retry_now', objectId: delivery.id, companyId });
}

/** Wakes the workflow of a delivery that waits for an attempt; nothing happens to one that has ended. */
export async function hurryDelivery(ctx: Context, temporal: TemporalClient, deliveryId: string): Promise<void> {
  if (await signalDelivery(temporal, deliveryId, RETRY_NOW_SIGNAL)) return;
  // Its first attempt is to come, and due; or its workflow was lost, or is not started yet: a new one waits for nothing.
  const waiting = await listWaitingDeliveries(ctx.sql, [deliveryId]);
  const starts = waiting.map((one) => ({ ...deliveryStart(one, ctx.clock.now()), waitMs: 0 }));
  if ((await startDeliveries(temporal, starts, () => {})) < starts.length) {
    await signalDelivery(temporal, deliveryId, RETRY_NOW_SIGNAL);
  }
}
