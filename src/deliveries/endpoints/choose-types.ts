import type { ChangeType } from '../../core/change-type.js';
import { invalidField, noSuch } from '../../core/problems.js';
import { recordAction } from '../../platform/audit/record-action.js';
import type { Context } from '../../platform/context/context.js';
import { knownEndpoint } from '../known-endpoint.js';
import { toSubscriptions } from '../rules/endpoint.js';
import type { EndpointRef } from '../rules/ref.js';
import { subscribeEndpointRow } from '../sql/delivery-endpoints.js';
import { checkTypes } from './add-endpoint.js';

/**
 * Chooses the types of changes that a webhook receives from now on. Deliveries that are already written are still sent.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint, a postback, no type, or a type that its key may not receive.
 */
export async function chooseTypes(ctx: Context, named: EndpointRef, types: readonly ChangeType[]): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const { id, kind, companyId, keyKind } = await knownEndpoint(tx, named);
    if (kind === 'postback') throw invalidField('events', 'cannot be chosen: a postback is called for earnings');
    checkTypes(keyKind, types);
    if (!(await subscribeEndpointRow(tx, named, toSubscriptions(types)))) throw noSuch('endpoint', id);
    await recordAction(ctx, tx, { action: 'webhook.choose', objectId: id, companyId, details: { events: [...types] } });
  });
}
