import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Queryable, Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import type { DeliveryState } from './rules/delivery.js';
import { type DeliveryRef, type OwnedDelivery, refOf } from './rules/ref.js';
import { closeDelivery, findDelivery } from './sql/deliveries.js';
import { findEndpoint } from './sql/delivery-endpoints.js';
import { signalDelivery } from './start-workflows.js';

/** Ends a pending delivery as `stopped`; returns its state afterwards. */
export async function stopInDatabase(
  ctx: Context,
  named: DeliveryRef,
  db: Queryable = ctx.sql,
): Promise<Exclude<DeliveryState, 'pending'> | 'missing'> {
  const state = await closeDelivery(db, named, 'stopped', ctx.clock.now());
  return state === null || state === 'pending' ? 'missing' : state;
}

/**
 * Stops a delivery and its workflow; it can be redelivered later.
 *
 * @returns its state afterwards: one that had ended keeps its own.
 * @throws {ProblemError} `invalid_request` for an unknown delivery.
 */
export async function stopDelivery(
  ctx: Context,
  temporal: TemporalClient,
  deliveryId: string,
): Promise<Exclude<DeliveryState, 'pending'>> {
  const state = await ctx.sql.begin((tx) => recordStop(ctx, tx, deliveryId));
  // It is stopped. Without the signal its workflow only notices at its next attempt.
  await signalDelivery(temporal, deliveryId, 'stop').catch((err: unknown) =>
    ctx.log.info({ delivery: deliveryId, err }, 'cannot signal the workflow of a stopped delivery'),
  );
  return state;
}

/**
 * The same for a face that has no Temporal: it is stopped at once, and a worker tells its workflow.
 *
 * @throws {ProblemError} `invalid_request` also for a delivery that is not the company's.
 */
export async function requestStop(ctx: Context, owned: OwnedDelivery): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    await recordStop(ctx, tx, owned);
    await enqueue(tx, 'delivery.stopped', [owned.deliveryId], ctx.clock.now());
  });
}

async function recordStop(
  ctx: Context,
  tx: Transaction,
  named: DeliveryRef,
): Promise<Exclude<DeliveryState, 'pending'>> {
  const delivery = await findDelivery(tx, named);
  const stands = await stopInDatabase(ctx, named, tx);
  if (!delivery || stands === 'missing') throw noSuch('delivery', refOf(named).id);
  const companyId = (await findEndpoint(tx, delivery.endpointId))?.companyId;
  const details = { was: delivery.state, is: stands };
  await recordAction(ctx, tx, { action: 'delivery.stop', objectId: delivery.id, companyId, details });
  return stands;
}
