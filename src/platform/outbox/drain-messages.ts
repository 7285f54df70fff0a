import type { Context } from '../context/context.js';
import type { Drain, Drained } from './drain.js';
import { deleteMessages, lockMessages, type Message, type OutboxTopic } from './messages.js';
import { Pace } from './pace.js';

const BATCH = 100;
/** After so long no more are begun: a worker that ends waits for the batch, and the database for nobody beyond a minute. */
const LONGEST_MS = 5_000;
/** If so many fail, the cause is not the messages. Few that are refused each time must not hold up all others. */
const GIVE_UP_AFTER = 12;

export interface DrainOptions {
  topic: OutboxTopic;
  /** Most messages handled in one transaction; 100 when absent. */
  batch?: number;
  /** How many are handled at the same time; when absent, as many as Temporal answers soon. */
  atOnce?: number;
  /** Looks up what a batch needs and answers how to handle one key; a repeated key is handled once. */
  prepare(keys: string[]): Promise<(key: string) => Promise<void>>;
}

/**
 * Handles a batch of one topic, oldest first. A message is deleted in the transaction that locks it, after it was handled: a
 * crash in between repeats it, so handling must be idempotent.
 *
 * @param pace learns from each message how many are handled at the same time, where the options do not say.
 */
export async function drainMessages(ctx: Context, options: DrainOptions, pace = new Pace()): Promise<Drained> {
  return ctx.sql.begin(async (tx) => {
    const messages = await lockMessages(tx, options.topic, options.batch ?? BATCH);
    if (messages.length === 0) return { done: 0, failed: 0 };
    const byKey = new Map<string, Message[]>();
    for (const message of messages) byKey.set(message.key, [...(byKey.get(message.key) ?? []), message]);
    const handle = await options.prepare([...byKey.keys()]);

    const until = performance.now() + LONGEST_MS;
    const done: number[] = [];
    const errors: unknown[] = [];
    const underWay = new Set<Promise<void>>();
    const begin = (key: string, same: Message[]) => {
      const work = pace
        .run(() => handle(key))
        .then(
          () => void done.push(...same.map((message) => message.id)),
          (error: unknown) => void errors.push(error),
        )
        .finally(() => underWay.delete(work));
      underWay.add(work);
    };
    for (const [key, same] of byKey) {
      while (underWay.size >= (options.atOnce ?? pace.atOnce)) await Promise.race(underWay);
      if (errors.length >= GIVE_UP_AFTER || performance.now() >= until) break;
      begin(key, same);
    }
    await Promise.all(underWay);
    await deleteMessages(tx, done);
    return { done: done.length, failed: errors.length, error: errors[0] };
  });
}

/** A drain that handles messages one by one. */
export function createDrain(ctx: Context, options: DrainOptions): Drain {
  const pace = new Pace();
  return { name: options.topic, run: () => drainMessages(ctx, options, pace) };
}
