import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { noSuch } from '../core/problems.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { findGuardedKey } from './sql/key-guards.js';
import { countCalls, type KeyUse, listKeyUse } from './sql/key-use.js';

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
  if (keyId !== null && !(await findGuardedKey(ctx.sql, { companyId, keyId }))) throw noSuch('key', keyId);
  const now = ctx.clock.now();
  const from = dayBefore(now, days - 1);
  return { from, to: dayBefore(now, 0), days: await listKeyUse(ctx.sql, { companyId, mode, from, keyId }) };
}

/** Calls with a company's key in the last seven days. */
export function callsOfLastWeek(ctx: Context, owned: { companyId: Id<'company'>; keyId: Id<'key'> }): Promise<number> {
  return countCalls(ctx.sql, { ...owned, from: dayBefore(ctx.clock.now(), 6) });
}
