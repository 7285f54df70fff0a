import { newId } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { ringSenders } from './ring-senders.js';
import { HOLD_FOR_MS } from './rules/delivery.js';
import { fillPostback, type PostbackEarning, postbackStatus } from './rules/postback-template.js';
import { scopeOfBatch } from './sql/changes.js';
import { lockDisabled } from './sql/delivery-endpoints.js';
import {
  type FanOut,
  insertPostbackDeliveries,
  insertWebhookDeliveries,
  listPostbackTargets,
  type NewPostbackDelivery,
  type PostbackTarget,
  pageEndpoints,
  type WrittenFanOut,
} from './sql/fan-out.js';
import type { FanOutPage } from './workflow.js';

/** Endpoints per page: with a full batch of changes, a few thousand deliveries. */
const PAGE = 25;
/**
 * About how many deliveries one transaction writes: senders begin with those of the first. A full page in one transaction
 * took 0.4 to 0.9 s, in which nothing was sent.
 */
const WRITTEN_AT_ONCE = 1_000;

/**
 * Writes the deliveries of a batch of changes to one page of endpoints, each with the bytes it will send. Existing ones
 * stay as they are.
 *
 * @returns the page, the id of its last endpoint (null when no page is left), and how many deliveries it wrote.
 */
export async function writePage(
  ctx: Context,
  page: FanOutPage,
): Promise<{ batch: FanOut; after: string | null; written: number }> {
  const now = ctx.clock.now();
  const { changeIds } = page;
  const scope = await scopeOfBatch(ctx.sql, changeIds);
  const endpointIds = await pageEndpoints(ctx.sql, scope, { after: page.after, limit: PAGE });
  const batch: FanOut = { changeIds, endpointIds, now, heldSince: new Date(now.getTime() - HOLD_FOR_MS) };
  const some = Math.max(1, Math.floor(WRITTEN_AT_ONCE / changeIds.length));
  let written = 0;
  for (let from = 0; from < endpointIds.length; from += some) {
    const part = { ...batch, endpointIds: endpointIds.slice(from, from + some) };
    written += await writePart(ctx, part, scope.companies.length > 0);
  }
  return { batch, after: endpointIds.length < PAGE ? null : (endpointIds.at(-1) ?? null), written };
}

function writePart(ctx: Context, part: FanOut, earnings: boolean): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    // Else what is written as held could miss the replay of an endpoint that is enabled in this moment. What is written
    // for one that is disabled in this moment, its attempt holds.
    const disabledIds = await lockDisabled(tx, part.endpointIds);
    const [webhooks, postbacks] = await Promise.all([
      insertWebhookDeliveries(tx, { ...part, disabledIds, origin: ctx.config.origin }),
      earnings ? writePostbacks(tx, { ...part, disabledIds }) : 0,
      ringSenders(tx),
    ]);
    return webhooks + postbacks;
  });
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
