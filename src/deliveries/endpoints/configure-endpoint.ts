import type { ChangeType } from '../../core/change-type.js';
import { invalidField, invalidFields, noSuch } from '../../core/problems.js';
import { recordAction } from '../../platform/audit/record-action.js';
import type { Context } from '../../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../../platform/outbox/notify-senders.js';
import { sealingKey } from '../../platform/secrets/keys.js';
import { sealSecret } from '../../platform/secrets/secret-box.js';
import { knownEndpoint } from '../known-endpoint.js';
import { toSubscriptions } from '../rules/endpoint.js';
import { type EndpointRef, toRef } from '../rules/ref.js';
import { setHeaderRow, subscribeEndpointRow } from '../sql/delivery-endpoints.js';
import { checkTypes } from './add-endpoint.js';
import { type StaticHeader, staticHeaderFaults } from './rules/static-header.js';

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

/**
 * Sets or removes the header that each attempt of an endpoint carries. It counts for every attempt that begins after this.
 *
 * @param header null: none. Its value is encrypted, and never shown again.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint, or a name or value that cannot be sent.
 */
export async function setHeader(ctx: Context, named: EndpointRef, header: StaticHeader | null): Promise<void> {
  const { id, kind, companyId } = await knownEndpoint(ctx.sql, named);
  const errors = header ? staticHeaderFaults(header) : [];
  if (errors.length > 0) throw invalidFields(errors);
  const sealed = header && { name: header.name, value: sealSecret(sealingKey(ctx), id, header.value) };
  await ctx.sql.begin(async (tx) => {
    if (!(await setHeaderRow(tx, named, sealed))) throw noSuch('endpoint', toRef(named).id);
    const details = { header: header?.name ?? null };
    await recordAction(ctx, tx, { action: `${kind}.header`, objectId: id, companyId, details });
    await notifySenders(tx);
  });
  await waitForSenderPermissions();
}
