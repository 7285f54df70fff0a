import { heldSince, markFannedOut, scopeOfBatch } from '../changes/sql/changes.js';
import { newId } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { AGAIN } from '../platform/jobs/job.js';
import { enqueue, takeMessages } from '../platform/outbox/messages.js';
import { notifySenders } from '../platform/outbox/notify-senders.js';
import { fillPostback, type PostbackEarning, postbackStatus } from './rules/postback-template.js';
import { lockDisabled } from './sql/delivery-endpoints.js';
import {
  advanceFanOut,
  deleteFanOut,
  insertFanOut,
  insertPostbackDeliveries,
  insertWebhookDeliveries,
  listPostbackTargets,
  lockFanOut,
  type NewPostbackDelivery,
  type PostbackTarget,
  pageEndpoints,
  type WrittenFanOut,
} from './sql/fan-out.js';

/** Changes that are fanned out together: one statement writes their deliveries to some endpoints. */
export const BATCH = 200;

/**
 * Fans out the changes recorded since the last call: writes the first part of their deliveries, which is all of them
 * unless there are many endpoints, and leaves the rest to {@link continueFanOut}. So does a full batch with all its
 * deliveries: more changes wait behind it, and each is to have its first part soon.
 *
 * @param input.first whether to write the first part at all: not where that has just failed.
 * @returns how many changes it took.
 */
export async function fanOutRecorded(ctx: Context, input: { first: boolean }): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    const changeIds = await takeMessages(tx, 'change.recorded', BATCH);
    if (changeIds.length === 0) return 0;
    const writes = input.first && changeIds.length < BATCH;
    const { after, written } = writes ? await writePart(ctx, tx, { changeIds, after: '' }) : { after: '', written: 0 };
    if (after !== null) {
      const now = ctx.clock.now();
      await enqueue(tx, 'fan_out.begun', [await insertFanOut(tx, { changeIds, after, written, createdAt: now })], now);
    }
    return changeIds.length;
  });
}

/**
 * Writes the next part of a fan-out. After a crash, the next call continues behind the last part that was committed. If a
 * part of several changes fails, each of them gets a fan-out of its own, so that one bad change stops no other.
 *
 * @returns `AGAIN` when there is more to do.
 */
export async function continueFanOut(ctx: Context, id: string): Promise<typeof AGAIN | undefined> {
  try {
    return await ctx.sql.begin((tx) => continueOne(ctx, tx, id));
  } catch (error) {
    if (!(await ctx.sql.begin((tx) => splitFanOut(ctx, tx, id)))) throw error;
    ctx.log.warn({ fanOut: id, err: error }, 'a fan-out of several changes failed: each change is fanned out alone');
  }
}

async function continueOne(ctx: Context, tx: Transaction, id: string): Promise<typeof AGAIN | undefined> {
  const fanOut = await lockFanOut(tx, id);
  if (!fanOut) return;
  const { after, written } = await writePart(ctx, tx, fanOut);
  if (after !== null) {
    await advanceFanOut(tx, id, { after, written });
    return AGAIN;
  }
  await deleteFanOut(tx, id);
  const seconds = Math.round((ctx.clock.now().getTime() - fanOut.createdAt.getTime()) / 1_000);
  const deliveries = fanOut.written + written;
  ctx.log.info({ changes: fanOut.changeIds.length, deliveries, seconds }, 'changes fanned out');
}

/** @returns false when it has one change only. */
async function splitFanOut(ctx: Context, tx: Transaction, id: string): Promise<boolean> {
  const fanOut = await lockFanOut(tx, id);
  if (!fanOut || fanOut.changeIds.length === 1) return false;
  await deleteFanOut(tx, id);
  const now = ctx.clock.now();
  const { changeIds, after } = fanOut;
  const ids = await Promise.all(
    changeIds.map((id) => insertFanOut(tx, { changeIds: [id], after, written: 0, createdAt: now })),
  );
  await enqueue(tx, 'fan_out.begun', ids, now);
  return true;
}

/** About how many deliveries a transaction writes: senders begin after the first one, and other work waits for one at most. */
const WRITTEN_AT_ONCE = 1_000;

/**
 * Writes the deliveries of changes to the endpoints after one, about a thousand, each with the bytes it will send, and
 * wakes the senders once the caller's transaction is committed. Existing deliveries stay unchanged. With the last part,
 * the changes count as fanned out.
 *
 * @returns the id of the last endpoint (null when none is left), and how many deliveries it wrote.
 */
async function writePart(
  ctx: Context,
  tx: Transaction,
  { changeIds, after }: { changeIds: string[]; after: string },
): Promise<{ after: string | null; written: number }> {
  const now = ctx.clock.now();
  const scope = await scopeOfBatch(tx, changeIds);
  const limit = Math.max(1, Math.floor(WRITTEN_AT_ONCE / Math.max(1, changeIds.length)));
  const endpointIds = await pageEndpoints(tx, scope, { after, limit });
  // Without the lock, held deliveries could miss the replay of an endpoint that is enabled at this moment. Deliveries
  // to an endpoint that is disabled at this moment are held by their attempt.
  const disabledIds = await lockDisabled(tx, endpointIds);
  const part: WrittenFanOut = { changeIds, endpointIds, now, heldSince: heldSince(now), disabledIds };
  const last = endpointIds.length < limit;
  const [webhooks, postbacks] = await Promise.all([
    insertWebhookDeliveries(tx, { ...part, origin: ctx.config.origin }),
    scope.companies.length > 0 ? writePostbacks(tx, part) : 0,
    last && markFannedOut(tx, changeIds, now),
    notifySenders(tx, { kind: 'first', endpointIds }),
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
  return { ...target, id, url: fillPostback(target.template, { ...earning, status, delivery_id: id }) };
}
