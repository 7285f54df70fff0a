import { CHANGE_TYPES } from '../../core/change-type.js';
import { hashOf } from '../../core/digest.js';
import { toSubscriptions } from '../../deliveries/rules/endpoint.js';
import { findEndpointOwner, putDemoEndpoint } from '../../deliveries/sql/delivery-endpoints.js';
import type { Context } from '../../platform/context/context.js';
import { sealingKey } from '../../platform/secrets/keys.js';
import { sealSecret } from '../../platform/secrets/secret-box.js';

const WEBHOOK = 'whk_demo';
const POSTBACK = 'pbk_demo';

/** Points the demo's test endpoints at the example receiver. Live keys get none: a large import would be delivered to them. */
export async function seedDemoEndpoints(
  ctx: Context,
  input: { testKey: string; receiver: string; secret: string },
): Promise<void> {
  const hash = hashOf(input.testKey);
  const owner = await findEndpointOwner(ctx.sql, { hash }, null);
  if (!owner) return;
  const common = { companyId: owner.companyId, keyId: owner.keyId, mode: owner.mode, now: ctx.clock.now() };
  await putDemoEndpoint(ctx.sql, {
    ...common,
    id: WEBHOOK,
    kind: 'webhook',
    ...toSubscriptions(CHANGE_TYPES),
    url: `${input.receiver}/webhooks`,
    secret: sealSecret(sealingKey(ctx), WEBHOOK, input.secret),
  });
  await putDemoEndpoint(ctx.sql, {
    ...common,
    id: POSTBACK,
    kind: 'postback',
    ...toSubscriptions(['earnings.changed']),
    url: `${input.receiver}/postback?click={sub_id}&sale={sale_id}&status={status}&commission={commission}&currency={currency}`,
    secret: null,
  });
}
