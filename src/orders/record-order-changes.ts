import { newId } from '../core/ids.js';
import { HOLD_FOR_MS } from '../deliveries/rules/delivery.js';
import { listReceivers } from '../deliveries/sql/change-audience.js';
import { insertOrderChanges } from '../deliveries/sql/changes.js';
import type { Context } from '../platform/context/context.js';
import { enqueue, takeMessages } from '../platform/outbox/messages.js';
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
    const companies = [...new Set(orders.map(({ companyId }) => companyId))];
    const receivers = await listReceivers(tx, 'order.changed', companies, new Date(now.getTime() - HOLD_FOR_MS));
    const receiving = new Set(receivers.map(({ mode, companyId, keyId }) => (mode === 'test' ? keyId : companyId)));
    const changes = orders
      .map((order) => ({
        id: newId('change'),
        mode: order.mode,
        // `test` marks the deliveries of `sendTest`.
        what: order.status === 'test' ? 'paid' : order.status,
        companyId: order.companyId,
        keyId: order.mode === 'test' ? order.keyId : null,
        order: JSON.stringify(toOrder(ctx, order)),
        requestId: order.requestId,
        traceparent: order.traceparent,
      }))
      .filter(({ keyId, companyId }) => receiving.has(keyId ?? companyId));
    if (changes.length > 0) {
      const ids = changes.map(({ id }) => id);
      await Promise.all([insertOrderChanges(tx, changes, now), enqueue(tx, 'change.recorded', ids, now)]);
    }
    return taken.length;
  });
}
