import { setTimeout as pause } from 'node:timers/promises';
import { groupBy } from '../../core/group-by.js';
import { busy } from '../../core/problems.js';

export interface GroupCommitOptions<T, R> {
  /**
   * Writes and commits a batch; items of one key are adjacent. Returns a result for each item, in the order of the items;
   * a missing result is undefined. A result may be a promise: that item is settled later, and batches of other keys do
   * not wait for it. If `write` throws, every caller of the batch receives the error. To keep one bad item from failing
   * the others, catch the refusal in `write` and return a promise for each item.
   */
  write(items: T[]): Promise<readonly (R | Promise<R>)[]>;
  maxBatch: number;
  /** Maximum batches at a time; default: no limit. */
  maxRunning?: number;
  /** Two batches at a time share no key. Default: one key for all items, so that one batch is written at a time. */
  keyOf?: (item: T) => string;
  /** Only items of one group share a batch; groups take turns. Default: one group. */
  groupOf?: (item: T) => string;
  /** Maximum waiting items of one key and group; default: no limit. */
  maxQueued?: number;
  /** How long an item waits for its batch to start; default: no limit. */
  maxWaitMs?: number;
  /** How long the keys of a batch rest after it, so that more items share the next one; default: not at all. */
  restMs?: number;
}

export interface GroupCommit<T, R> {
  /**
   * Settles with the item's result once its batch is committed.
   *
   * @throws {ProblemError} 503 `busy`, with the item unwritten: too many items wait, it waited too long, or the queue is
   *   closed.
   */
  add(item: T): Promise<R>;
  /** Accepts no more items and writes the waiting ones; after `limitMs` it refuses items whose batch has not started. */
  close(limitMs?: number): Promise<void>;
}

interface Waiting<T, R> {
  item: T;
  key: string;
  resolve: (result: R | Promise<R>) => void;
  reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
}

const ONE = () => '';

/**
 * Writes items in batches: items that arrive during a statement share the next one. Many callers then pay for one round
 * trip, one row lock and one commit. An item that finds its key free is written at once. Items of one key and group are
 * written in the order of their arrival.
 */
export function groupCommit<T, R>(options: GroupCommitOptions<T, R>): GroupCommit<T, R> {
  const { write, maxBatch, keyOf = ONE, groupOf = ONE, maxWaitMs, restMs } = options;
  const { maxRunning = Number.POSITIVE_INFINITY, maxQueued = Number.POSITIVE_INFINITY } = options;
  /** By group, then by key; no empty entries. */
  const groups = new Map<string, Map<string, Waiting<T, R>[]>>();
  const busyKeys = new Set<string>();
  let running = 0;
  let onDrained: (() => void) | null = null;
  let drained: Promise<void> | null = null;

  function add(item: T): Promise<R> {
    const [group, key] = [groupOf(item), keyOf(item)];
    const keys = groups.get(group) ?? new Map<string, Waiting<T, R>[]>();
    const line = keys.get(key) ?? [];
    if (drained || line.length >= maxQueued) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const waiting: Waiting<T, R> = { item, key, resolve, reject };
      line.push(waiting);
      groups.set(group, keys.set(key, line));
      if (maxWaitMs !== undefined) {
        waiting.timer = setTimeout(() => {
          line.splice(line.indexOf(waiting), 1);
          if (line.length === 0) keys.delete(key);
          if (keys.size === 0) groups.delete(group);
          reject(busy());
          dispatch();
        }, maxWaitMs);
      }
      dispatch();
    });
  }

  function dispatch(): void {
    while (running < maxRunning) {
      const batch = takeBatch();
      if (batch.length === 0) break;
      void run(batch);
    }
    if (busyKeys.size === 0 && groups.size === 0) onDrained?.();
  }

  function takeBatch(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = [];
    for (const [group, keys] of groups) {
      for (const [key, line] of keys) {
        if (batch.length === maxBatch) break;
        if (busyKeys.has(key)) continue;
        busyKeys.add(key);
        batch.push(...line.splice(0, maxBatch - batch.length));
        if (line.length === 0) keys.delete(key);
      }
      if (batch.length === 0) continue;
      groups.delete(group);
      if (keys.size > 0) groups.set(group, keys);
      break;
    }
    return batch;
  }

  async function run(batch: Waiting<T, R>[]): Promise<void> {
    running += 1;
    let results: readonly (R | Promise<R>)[] = [];
    try {
      for (const { timer } of batch) clearTimeout(timer);
      results = await write(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as R | Promise<R>);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    if (restMs !== undefined) await pause(restMs);
    running -= 1;
    const late = batch
      .map(({ key }, i) => ({ key, result: results[i] }))
      .filter(({ result }) => result instanceof Promise);
    for (const { key } of batch) busyKeys.delete(key);
    for (const [key, same] of groupBy(late, (item) => item.key)) {
      busyKeys.add(key);
      void Promise.allSettled(same.map(({ result }) => result)).then(() => {
        busyKeys.delete(key);
        dispatch();
      });
    }
    dispatch();
  }

  function refuseWaiting(): void {
    for (const keys of groups.values()) {
      for (const { timer, reject } of [...keys.values()].flat()) {
        clearTimeout(timer);
        reject(busy());
      }
    }
    groups.clear();
    dispatch();
  }

  return {
    add,
    async close(limitMs) {
      drained ??= new Promise((resolve) => {
        onDrained = resolve;
      });
      const limit = limitMs === undefined ? undefined : setTimeout(refuseWaiting, limitMs);
      dispatch();
      await drained;
      clearTimeout(limit);
    },
  };
}
