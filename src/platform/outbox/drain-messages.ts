import type { Context } from '../context/context.js';
import type { Drain, Drained } from './drain.js';
import { deleteMessages, lockMessages, type Message, type OutboxTopic } from './messages.js';

/** Starts and signals sent at the same time; Temporal's own limit lies not far above. */
const AT_ONCE = 20;
const BATCH = 100;
/** After so long no more are begun: the database gives up a transaction that is idle for a minute. */
const LONGEST_MS = 30_000;

export interface DrainOptions {
  topic: OutboxTopic;
  /** Most messages handled in one transaction; 100 when absent. */
  batch?: number;
  /** How many are handled at the same time, which may depend on how many keys a batch has; 20 when absent. */
  atOnce?: number | ((keys: number) => number);
  /** How many may fail before the rest of a batch is left for later; as many as are handled at the same time when absent. */
  giveUpAfter?: number;
  /** Milliseconds after which the rest of a batch is left for the next; half a minute when absent. */
  longestMs?: number;
  /** Looks up what a batch needs and answers how to handle one key; a repeated key is handled once. */
  prepare(keys: string[]): Promise<(key: string) => Promise<void>>;
}

/**
 * Handles a batch of one topic. A message is deleted in the transaction that locks it, after it was handled: a crash in
 * between repeats it, so handling must be idempotent.
 */
export async function drainMessages(ctx: Context, options: DrainOptions): Promise<Drained> {
  const { batch = BATCH, longestMs = LONGEST_MS } = options;
  return ctx.sql.begin(async (tx) => {
    const until = performance.now() + longestMs;
    const messages = await lockMessages(tx, options.topic, batch);
    if (messages.length === 0) return { done: 0, failed: 0 };
    const byKey = new Map<string, Message[]>();
    for (const message of messages) byKey.set(message.key, [...(byKey.get(message.key) ?? []), message]);
    const handle = await options.prepare([...byKey.keys()]);

    const done: number[] = [];
    const errors: unknown[] = [];
    const waiting = [...byKey];
    const atOnce = typeof options.atOnce === 'function' ? options.atOnce(waiting.length) : (options.atOnce ?? AT_ONCE);
    const { giveUpAfter = atOnce } = options;
    const work = async () => {
      // If so many fail, the cause is not the messages.
      for (let next = waiting.shift(); next && errors.length < giveUpAfter; next = waiting.shift()) {
        const [key, same] = next;
        try {
          await handle(key);
          done.push(...same.map((message) => message.id));
        } catch (error) {
          errors.push(error);
        }
        if (performance.now() >= until) return;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await deleteMessages(tx, done);
    return { done: done.length, failed: errors.length, error: errors[0] };
  });
}

/** A drain that handles messages one by one. */
export function createDrain(ctx: Context, options: DrainOptions): Drain {
  return { name: options.topic, run: () => drainMessages(ctx, options) };
}
