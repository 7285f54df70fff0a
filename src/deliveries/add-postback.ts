import { newId } from '../core/ids.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { assertDeliverable } from './checked-address.js';
import { assertRoomForEndpoint, endpointOwner } from './endpoint-owner.js';
import { type Endpoint, getEndpoint } from './get-endpoint.js';
import { plainPostbackUrl, postbackTemplateFault } from './rules/postback-template.js';
import { insertEndpoint } from './sql/delivery-endpoints.js';

/**
 * Saves the template of a conversion postback (contract: Events, conversion postback).
 *
 * @param input.key id of the key, or the key itself.
 * @param input.companyId whose key it must be; absent: an operator adds it to any.
 * @throws {ProblemError} `invalid_request` with the reason: unknown placeholder, placeholder before or in the host,
 * private address, http in live mode, userinfo, or a website key, which receives no earnings.
 */
export async function addPostback(
  ctx: Context,
  input: { key: string; companyId?: string; template: string },
): Promise<Endpoint> {
  const owner = await endpointOwner(ctx, input.key, input);
  if (owner.kind === 'website') throw invalidField('key', 'is a website key, which receives no earnings');
  const fault = postbackTemplateFault(input.template);
  if (fault !== null) throw invalidField('template', fault);
  const url = plainPostbackUrl(input.template);
  await assertDeliverable(ctx, { field: 'template', url, kind: 'postback', mode: owner.mode });
  const id = newId('postback');
  const { companyId, keyId, mode } = owner;
  await ctx.sql.begin(async (tx) => {
    await assertRoomForEndpoint(tx, keyId);
    await insertEndpoint(tx, {
      id,
      kind: 'postback',
      companyId,
      keyId,
      mode,
      subscribesEvents: false,
      subscribesEarnings: true,
      url: input.template,
      secret: null,
      now: ctx.clock.now(),
    });
    await recordAction(ctx, tx, { action: 'postback.add', objectId: id, companyId, details: { keyId, mode } });
  });
  return getEndpoint(ctx, id);
}
