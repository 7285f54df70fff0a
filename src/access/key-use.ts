import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { type WriteBehind, writeBehind } from '../platform/process/write-behind.js';
import { guardedKey } from './key-guards.js';
import { addKeyUse, countCalls, type KeyUse, listKeyUse, type UseToAdd } from './sql/key-use.js';

interface CountedCall {
  keyId: Id<'key'>;
  status: number;
  fromAssistant: boolean;
  /** With the key from before a roll. */
  isPrevious: boolean;
}

/** What fails is added with the next flush. */
export interface UseCounter extends WriteBehind {
  /** Counts a call in memory: no call waits for it. */
  count(call: CountedCall): void;
}

/** How long counts stay in memory. A crash loses at most this much. */
const FLUSH_MS = 5_000;

/** Counts the calls of a process by key (contract: MCP, calls count in the dashboard). */
export function createUseCounter(ctx: Context): UseCounter {
  let counted = new Map<string, UseToAdd>();

  function count({ keyId, status, fromAssistant, isPrevious }: CountedCall): void {
    const now = ctx.clock.now();
    const use = counted.get(keyId) ?? add(keyId, now);
    use.calls++;
    use.lastAt = now;
    if (isPrevious) use.lastPreviousAt = now;
    if (fromAssistant) use.assistantCalls++;
    if (status < 400) use.ok++;
    else if (status === 429) use.rateLimited++;
    else if (status < 500) use.refused++;
    else use.failed++;
  }

  /** The day is the day of the first counted call. Calls a few seconds after midnight may count for the day before. */
  function add(keyId: Id<'key'>, now: Date): UseToAdd {
    const none = { calls: 0, assistantCalls: 0, ok: 0, refused: 0, rateLimited: 0, failed: 0 };
    const use = { keyId, day: dayOf(now), ...none, lastAt: now, lastPreviousAt: null };
    counted.set(keyId, use);
    return use;
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const batch = counted;
    counted = new Map();
    try {
      await addKeyUse(ctx.sql, [...batch.values()]);
    } catch (err) {
      ctx.log.warn({ err }, 'counts of calls by key cannot be written; they stay in memory');
      for (const use of batch.values()) keep(use);
    }
  }

  /** Adds counts that could not be written to the counts since then. */
  function keep(use: UseToAdd): void {
    const later = counted.get(use.keyId);
    if (!later) return void counted.set(use.keyId, use);
    for (const name of ['calls', 'assistantCalls', 'ok', 'refused', 'rateLimited', 'failed'] as const) {
      later[name] += use[name];
    }
    later.lastPreviousAt ??= use.lastPreviousAt;
  }

  return { count, ...writeBehind(write, FLUSH_MS) };
}

const dayBefore = (now: Date, days: number): string => dayOf(new Date(now.getTime() - days * DAY));

export interface KeyUseDetail {
  /** First and last day, in UTC. */
  from: string;
  to: string;
  days: KeyUse[];
}

/**
 * How much a company's keys of one mode were used, by day and key, of one key or of all.
 *
 * @param input.days today and the days before it, 1 to 90.
 * @throws {ProblemError} `invalid_request` for a key that is not the company's.
 */
export async function showUse(
  ctx: Context,
  input: { companyId: Id<'company'>; mode: Mode; days: number; keyId: Id<'key'> | null },
): Promise<KeyUseDetail> {
  const { companyId, mode, days, keyId } = input;
  if (keyId !== null) await guardedKey(ctx.sql, { companyId, keyId });
  const now = ctx.clock.now();
  const from = dayBefore(now, days - 1);
  return { from, to: dayBefore(now, 0), days: await listKeyUse(ctx.sql, { companyId, mode, from, keyId }) };
}

/** Calls with a company's key in the last seven days. */
export function callsOfLastWeek(ctx: Context, owned: { companyId: Id<'company'>; keyId: Id<'key'> }): Promise<number> {
  return countCalls(ctx.sql, { ...owned, from: dayBefore(ctx.clock.now(), 6) });
}
