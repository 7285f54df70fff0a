import type { Context } from '../platform/context/context.js';
import { deleteMessage, enqueue, takeMessages } from '../platform/outbox/messages.js';
import { advanceFanOut, deleteFanOut, insertFanOut, lockFanOut, postponeFanOut } from './sql/fan-outs.js';
import { writePart } from './write-part.js';

/** Changes that are fanned out together: one statement writes their deliveries to some endpoints. */
export const BATCH = 200;
/** How long a fan-out that failed waits. */
const POSTPONED_MS = 10_000;

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
      await enqueue(tx, 'fan_out.begun', [await insertFanOut(tx, { changeIds, after, written }, now)], now);
    }
    return changeIds.length;
  });
}

/**
 * Writes the next part of a fan-out that has many. Several workers may call it at once: each takes another fan-out. After
 * a crash, the next call continues behind the last part that was committed.
 *
 * @returns how many fan-outs it continued: 1 or 0.
 */
export async function continueFanOut(ctx: Context): Promise<number> {
  let taken: string | undefined;
  try {
    return await ctx.sql.begin(async (tx) => {
      const fanOut = await lockFanOut(tx, ctx.clock.now());
      if (!fanOut) return 0;
      const { id, changeIds, createdAt } = fanOut;
      taken = id;
      const { after, written } = await writePart(ctx, tx, fanOut);
      if (after !== null) {
        await advanceFanOut(tx, id, { after, written });
        return 1;
      }
      await Promise.all([deleteFanOut(tx, id), deleteMessage(tx, 'fan_out.begun', id)]);
      const seconds = Math.round((ctx.clock.now().getTime() - createdAt.getTime()) / 1_000);
      ctx.log.info({ changes: changeIds.length, deliveries: fanOut.written + written, seconds }, 'changes fanned out');
      return 1;
    });
  } catch (error) {
    if (taken) await postponeFanOut(ctx.sql, taken, new Date(ctx.clock.now().getTime() + POSTPONED_MS));
    throw error;
  }
}
