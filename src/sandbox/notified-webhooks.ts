import type { ChangeType } from '../core/change-type.js';
import type { Id } from '../core/ids.js';
import { listEndpoints } from '../deliveries/endpoints/list-endpoints.js';
import type { Context } from '../platform/context/context.js';

/** The changes that a test sale or its refund makes. */
const TYPES: readonly ChangeType[] = ['earnings.changed', 'order.changed'];

/** Addresses of the active webhooks of a key that receive its test sales and their refunds. */
export async function notifiedWebhooks(ctx: Context, keyId: Id<'key'>): Promise<string[]> {
  const endpoints = await listEndpoints(ctx, { keyId });
  return endpoints
    .filter(
      ({ kind, status, events }) =>
        kind === 'webhook' && status === 'active' && events.some((type) => TYPES.includes(type)),
    )
    .map(({ url }) => url);
}
