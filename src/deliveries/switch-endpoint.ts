import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { ringSenders, untilSendersKnow } from '../platform/outbox/ring-senders.js';
import { closeWaiting } from './close-waiting.js';
import { type EndpointRef, refOf } from './rules/ref.js';
import {
  disableEndpointRow,
  type EndpointRow,
  enableEndpointRow,
  findEndpoint,
  removeEndpointRow,
} from './sql/delivery-endpoints.js';

/**
 * Enables an endpoint. Held deliveries stay held until they are replayed.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function enableEndpoint(ctx: Context, named: EndpointRef): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const endpoint = await switched(tx, named, () => enableEndpointRow(tx, named));
    await recordSwitch(ctx, tx, 'enable', endpoint);
  });
}

/**
 * Disables an endpoint: no attempt begins after this. Its waiting and new deliveries are kept as `held`.
 *
 * @returns how many deliveries were waiting.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function disableEndpoint(ctx: Context, named: EndpointRef): Promise<{ held: number }> {
  await ctx.sql.begin(async (tx) => {
    const endpoint = await switched(tx, named, () => disableEndpointRow(tx, named, ctx.clock.now()));
    await recordSwitch(ctx, tx, 'disable', endpoint);
  });
  const [held] = await Promise.all([closeWaiting(ctx, refOf(named).id, 'held'), untilSendersKnow()]);
  return { held };
}

/**
 * Removes an endpoint: no attempt begins after this, and waiting deliveries are stopped.
 *
 * @throws {ProblemError} `invalid_request` for an unknown endpoint.
 */
export async function removeEndpoint(ctx: Context, named: EndpointRef): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const endpoint = await switched(tx, named, () => removeEndpointRow(tx, named, ctx.clock.now()));
    await recordSwitch(ctx, tx, 'remove', endpoint);
  });
  await Promise.all([closeWaiting(ctx, refOf(named).id, 'stopped'), untilSendersKnow()]);
}

/** The endpoint as it was before the change. */
async function switched(tx: Transaction, named: EndpointRef, change: () => Promise<boolean>): Promise<EndpointRow> {
  const endpoint = await findEndpoint(tx, named);
  if (!endpoint || !(await change())) throw noSuch('endpoint', refOf(named).id);
  return endpoint;
}

async function recordSwitch(
  ctx: Context,
  tx: Transaction,
  verb: 'enable' | 'disable' | 'remove',
  { id, kind, companyId }: EndpointRow,
): Promise<void> {
  await recordAction(ctx, tx, { action: `${kind}.${verb}`, objectId: id, companyId });
  await ringSenders(tx);
}
