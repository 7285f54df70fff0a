import { keepReceived, recordOwnedChanges } from '../changes/record-owned-changes.js';
import type { Context } from '../platform/context/context.js';
import { takeMessages } from '../platform/outbox/messages.js';
import { toOrder } from './get-order.js';
import { findVersions } from './sql/orders.js';

/** Orders of one transaction. */
const BATCH = 200;

/**
 * Records new versions of orders as `order.changed`, for the webhooks of a test order's key, or of all keys of the company for a live
 * order. Versions that follow each other before they are recorded become one change, with the latest version.
 *
 * @returns how many messages it took.
 */
export async function recordOrderChanges(ctx: Context): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    const taken = await takeMessages(tx, 'order.changed', BATCH);
    if (taken.length === 0) return 0;
    const now = ctx.clock.now();
    const orders = await findVersions(tx, [...new Set(taken)]);
    const received = await keepReceived(tx, 'order.changed', orders, now);
    const changes = received.map((order) => ({
      mode: order.mode,
      // `test` marks the deliveries of `sendTest`.
      what: order.status === 'test' ? 'paid' : order.status,
      companyId: order.companyId,
      keyId: order.keyId,
      document: JSON.stringify(toOrder(ctx, order)),
      requestId: order.requestId,
      traceparent: order.traceparent,
    }));
    await recordOwnedChanges(tx, 'order.changed', changes, now);
    return taken.length;
  });
}
