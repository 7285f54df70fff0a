import type { FanOutPage } from '../../contracts/delivery.js';
import type { Earning } from '../../contracts/wire/earning.js';
import { HOLD_FOR_MS } from '../../domain/delivery.js';
import { newId } from '../../domain/ids.js';
import { fillPostback, postbackStatus } from '../../domain/postback-template.js';
import { markFannedOut, scopeOfBatch } from '../../store/changes.js';
import {
  type FanOut,
  insertPostbackDeliveries,
  insertWebhookDeliveries,
  listPostbackTargets,
  listUnattempted,
  type NewPostbackDelivery,
  type PostbackTarget,
  pageEndpoints,
} from '../../store/fan-out.js';
import type { TemporalClient } from '../../temporal/client.js';
import type { Context } from '../context.js';
import { startDeliveries } from './start-deliveries.js';

/** Endpoints a page: with a full batch of changes, some thousands of deliveries. */
const PAGE = 25;

/**
 * Writes and starts the deliveries of a batch of changes to one page of endpoints. Repeating a page after a crash writes
 * none twice and starts those that were not.
 *
 * @returns the last endpoint of the page; null when no page is left.
 */
export async function fanOutPage(
  ctx: Context,
  temporal: TemporalClient,
  { changeIds, after }: FanOutPage,
  beat: () => void,
): Promise<{ after: string | null; started: number }> {
  const now = ctx.clock.now();
  const scope = await scopeOfBatch(ctx.sql, changeIds);
  const endpointIds = await pageEndpoints(ctx.sql, scope, { after, limit: PAGE });
  const batch: FanOut = { changeIds, endpointIds, now, heldSince: new Date(now.getTime() - HOLD_FOR_MS) };
  let started = 0;
  if (endpointIds.length > 0) {
    await insertWebhookDeliveries(ctx.sql, { ...batch, origin: ctx.config.origin });
    if (scope.companies.length > 0) await insertPostbacks(ctx, batch);
    beat();
    started = await startDeliveries(temporal, await listUnattempted(ctx.sql, batch), beat);
  }
  const last = endpointIds.length < PAGE ? null : (endpointIds.at(-1) ?? null);
  if (last === null) await markFannedOut(ctx.sql, changeIds, now);
  return { after: last, started };
}

async function insertPostbacks(ctx: Context, batch: FanOut): Promise<void> {
  const targets = await listPostbackTargets(ctx.sql, batch);
  const deliveries = targets.map(filledIn).filter((delivery) => delivery !== null);
  if (deliveries.length > 0) await insertPostbackDeliveries(ctx.sql, deliveries, batch.now);
}

function filledIn(target: PostbackTarget): NewPostbackDelivery | null {
  const earning: Earning = JSON.parse(target.earning);
  const status = postbackStatus(earning.status);
  if (status === null) return null;
  const id = newId('delivery');
  const { sub_id, sale_id, event_id, commission, transaction_value, currency, created_at } = earning;
  const values = { sub_id, sale_id, event_id, status, commission, transaction_value, currency, created_at };
  return { ...target, id, url: fillPostback(target.template, { ...values, delivery_id: id }) };
}
