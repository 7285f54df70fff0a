import { noSuch } from '../../core/problems.js';
import { recordAction } from '../../platform/audit/record-action.js';
import type { Context } from '../../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../../platform/outbox/notify-senders.js';
import { closeWaiting } from '../close-waiting.js';
import { knownEndpoint } from '../known-endpoint.js';
import { type EndpointRef, toRef } from '../rules/ref.js';
import { disableEndpointRow, enableEndpointRow, removeEndpointRow } from '../sql/delivery-endpoints.js';

/** How the row of an endpoint changes, for the audit log's word for it. */
const CHANGES = { enable: enableEndpointRow, disable: disableEndpointRow, remove: removeEndpointRow };

/** Enables an endpoint; held deliveries stay held until a replay. @throws {ProblemError} `invalid_request` if it is unknown. */
export function enableEndpoint(ctx: Context, named: EndpointRef): Promise<void> {
  return change(ctx, named, 'enable');
}

/**
 * Disables an endpoint: no attempt begins after this. Its waiting and new deliveries are kept as `held`.
 *
 * @returns how many deliveries were waiting.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function disableEndpoint(ctx: Context, named: EndpointRef): Promise<{ held: number }> {
  await change(ctx, named, 'disable');
  const [held] = await Promise.all([closeWaiting(ctx, toRef(named).id, 'held'), waitForSenderPermissions()]);
  return { held };
}

/** No attempt begins after this; waiting deliveries stop. @throws {ProblemError} `invalid_request` for an unknown endpoint. */
export async function removeEndpoint(ctx: Context, named: EndpointRef): Promise<void> {
  await change(ctx, named, 'remove');
  await Promise.all([closeWaiting(ctx, toRef(named).id, 'stopped'), waitForSenderPermissions()]);
}

async function change(ctx: Context, named: EndpointRef, verb: keyof typeof CHANGES): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const { id, kind, companyId } = await knownEndpoint(tx, named);
    if (!(await CHANGES[verb](tx, named, ctx.clock.now()))) throw noSuch('endpoint', id);
    await recordAction(ctx, tx, { action: `${kind}.${verb}`, objectId: id, companyId });
    await notifySenders(tx);
  });
}
