import { deleteMessages, lockMessages, type Message, type OutboxTopic } from '../../store/outbox.js';
import type { Context } from '../context.js';

export interface DrainOptions {
  topic: OutboxTopic;
  /** Most messages handled in one transaction. */
  batch: number;
  /** How many are handled at the same time. */
  atOnce: number;
  /** Looks up what a batch needs and answers how to handle one key; a repeated key is handled once. */
  prepare(keys: string[]): Promise<(key: string) => Promise<void>>;
}

/** What one round did; a message that failed stays in the outbox for the next. */
export interface Drained {
  done: number;
  failed: number;
  /** The first failure. */
  error?: unknown;
}

/**
 * Handles a batch of one topic. A message is deleted in the transaction that holds it, after its handling succeeded:
 * a crash in between repeats it, so handling must stand repetition.
 */
export async function drainMessages(ctx: Context, options: DrainOptions): Promise<Drained> {
  return ctx.sql.begin(async (tx) => {
    const messages = await lockMessages(tx, options.topic, options.batch);
    if (messages.length === 0) return { done: 0, failed: 0 };
    const byKey = new Map<string, Message[]>();
    for (const message of messages) byKey.set(message.key, [...(byKey.get(message.key) ?? []), message]);
    const handle = await options.prepare([...byKey.keys()]);

    const done: number[] = [];
    const errors: unknown[] = [];
    const waiting = [...byKey];
    const work = async () => {
      // When as many fail as are tried at once, it is not the messages that are at fault.
      for (let next = waiting.shift(); next && errors.length < options.atOnce; next = waiting.shift()) {
        const [key, same] = next;
        try {
          await handle(key);
          done.push(...same.map((message) => message.id));
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: options.atOnce }, work));
    await deleteMessages(tx, done);
    return { done: done.length, failed: errors.length, error: errors[0] };
  });
}
