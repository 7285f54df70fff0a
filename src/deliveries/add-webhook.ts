import { newId, randomText } from '../core/ids.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import { assertDeliverable } from './checked-address.js';
import { assertRoomForEndpoint, endpointOwner } from './endpoint-owner.js';
import { type Endpoint, getEndpoint } from './get-endpoint.js';
import { insertEndpoint } from './sql/delivery-endpoints.js';

/** A signing secret; receivers use the whole text, prefix included. */
export function newSecret(): string {
  return `whsec_${randomText(40)}`;
}

/**
 * Registers a webhook of a key (contract: Events, delivery rule 4). A webhook of a website key receives only
 * `event.changed`.
 *
 * @param input.key id of the key, or the key itself.
 * @param input.companyId whose key it must be; absent: an operator adds it to any.
 * @param input.secret absent: a new one.
 * @returns the endpoint and its secret, shown only now.
 * @throws {ProblemError} `invalid_request` with the reason: unknown key, private address, http in live mode, userinfo.
 */
export async function addWebhook(
  ctx: Context,
  input: { key: string; companyId?: string; url: string; secret?: string },
): Promise<Endpoint & { secret: string }> {
  const owner = await endpointOwner(ctx, input.key, input);
  await assertDeliverable(ctx, { field: 'url', url: input.url, kind: 'webhook', mode: owner.mode });
  const id = newId('webhookEndpoint');
  const secret = input.secret ?? newSecret();
  const { companyId, keyId, mode } = owner;
  await ctx.sql.begin(async (tx) => {
    await assertRoomForEndpoint(tx, keyId);
    await insertEndpoint(tx, {
      id,
      kind: 'webhook',
      companyId,
      keyId,
      mode,
      subscribesEvents: true,
      subscribesEarnings: owner.kind !== 'website',
      url: input.url,
      secret: sealSecret(sealingKey(ctx), id, secret),
      now: ctx.clock.now(),
    });
    await recordAction(ctx, tx, { action: 'webhook.add', objectId: id, companyId, details: { keyId, mode } });
  });
  return { ...(await getEndpoint(ctx, id)), secret };
}
