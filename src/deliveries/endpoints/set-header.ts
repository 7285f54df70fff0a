import { invalidFields, noSuch } from '../../core/problems.js';
import { recordAction } from '../../platform/audit/record-action.js';
import type { Context } from '../../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../../platform/outbox/notify-senders.js';
import { sealingKey } from '../../platform/secrets/keys.js';
import { sealSecret } from '../../platform/secrets/secret-box.js';
import { knownEndpoint } from '../known-endpoint.js';
import { type EndpointRef, toRef } from '../rules/ref.js';
import { setHeaderRow } from '../sql/delivery-endpoints.js';
import { type StaticHeader, staticHeaderFaults } from './rules/static-header.js';

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
