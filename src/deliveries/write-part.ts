import { newId } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { ringSenders } from '../platform/outbox/ring-senders.js';
import { HOLD_FOR_MS } from './rules/delivery.js';
import { fillPostback, type PostbackEarning, postbackStatus } from './rules/postback-template.js';
import { markFannedOut, scopeOfBatch } from './sql/changes.js';
import { lockDisabled } from './sql/delivery-endpoints.js';
import {
  insertPostbackDeliveries,
  insertWebhookDeliveries,
  listPostbackTargets,
  type NewPostbackDelivery,
  type PostbackTarget,
  pageEndpoints,
  type WrittenFanOut,
} from './sql/fan-out.js';
import type { FanOutPage } from './workflow.js';

/**
 * About how many deliveries one transaction writes: senders begin with those of the first, and whoever waits for the
 * writer waits no longer than this takes.
 */
const WRITTEN_AT_ONCE = 1_000;

/**
 * Writes the deliveries of changes to the endpoints after one, about a thousand, each with the bytes it will send, and wakes
 * the senders once the caller's transaction is committed. Existing deliveries stay as they are. With the last part, the
 * changes count as fanned out.
 *
 * @returns the id of the last endpoint (null when none is left), and how many deliveries it wrote.
 */
export async function writePart(
  ctx: Context,
  tx: Transaction,
  { changeIds, after }: FanOutPage,
): Promise<{ after: string | null; written: number }> {
  const now = ctx.clock.now();
  const scope = await scopeOfBatch(tx, changeIds);
  const limit = Math.max(1, Math.floor(WRITTEN_AT_ONCE / Math.max(1, changeIds.length)));
  const endpointIds = await pageEndpoints(tx, scope, { after, limit });
  // Else what is written as held could miss the replay of an endpoint that is enabled in this moment. What is written
  // for one that is disabled in this moment, its attempt holds.
  const disabledIds = await lockDisabled(tx, endpointIds);
  const heldSince = new Date(now.getTime() - HOLD_FOR_MS);
  const part: WrittenFanOut = { changeIds, endpointIds, now, heldSince, disabledIds };
  const last = endpointIds.length < limit;
  const [webhooks, postbacks] = await Promise.all([
    insertWebhookDeliveries(tx, { ...part, origin: ctx.config.origin }),
    scope.companies.length > 0 ? writePostbacks(tx, part) : 0,
    last && markFannedOut(tx, changeIds, now),
    ringSenders(tx),
  ]);
  return { after: last ? null : (endpointIds.at(-1) ?? null), written: webhooks + postbacks };
}

async function writePostbacks(tx: Transaction, batch: WrittenFanOut): Promise<number> {
  const targets = await listPostbackTargets(tx, batch);
  const deliveries = targets.map(filledIn).filter((delivery) => delivery !== null);
  return deliveries.length > 0 ? insertPostbackDeliveries(tx, deliveries, batch.now) : 0;
}

function filledIn(target: PostbackTarget): NewPostbackDelivery | null {
  const earning: PostbackEarning = JSON.parse(target.earning);
  const status = postbackStatus(earning.status);
  if (status === null) return null;
  const id = newId('delivery');
  const { sub_id, sale_id, event_id, commission, transaction_value, currency, created_at } = earning;
  const values = { sub_id, sale_id, event_id, status, commission, transaction_value, currency, created_at };
  return { ...target, id, url: fillPostback(target.template, { ...values, delivery_id: id }) };
}
