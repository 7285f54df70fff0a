import { createHmac } from 'node:crypto';
import { ProblemError } from '../../core/problems.js';
import { MINUTE } from '../../core/time.js';
import type { Context } from '../context/context.js';
import type { Queryable } from '../database/database.js';
import { type Counted, type CountedBy, LIMITS, type LimitName, significantName } from './limits.js';
import { countAttempt } from './sql.js';

/** Attempts that this process refused, by the name of the limit. */
export const LIMITS_REACHED = 'limits_reached';

/** Counts an attempt as {@link isOver} does. @throws {ProblemError} `rate_limited` over the limit, with `Retry-After`. */
export async function limitAttempts<Name extends LimitName>(
  ctx: Context,
  limit: Name,
  by: Record<CountedBy<Name>, string>,
  sql: Queryable = ctx.sql,
): Promise<void> {
  const endsAt = await isOver(ctx, limit, by, sql);
  if (!endsAt) return;
  ctx.counts.add(LIMITS_REACHED, limit);
  throw tooMany(endsAt.getTime() - ctx.clock.now().getTime());
}

/**
 * Counts an attempt by everything that its limit counts by, in the order of the table, and stops at the first that is full. In the
 * database, so that all processes count together.
 *
 * @param by ids, IP and e-mail addresses and host names: only a keyed hash of each is kept.
 * @param sql a transaction where only what succeeds is to count; it is counted in turn until that ends.
 * @returns when the window that is full ends; null while there is room.
 */
export async function isOver<Name extends LimitName>(
  ctx: Context,
  limit: Name,
  by: Record<CountedBy<Name>, string>,
  sql: Queryable = ctx.sql,
): Promise<Date | null> {
  const { minutes, ...most } = LIMITS[limit];
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + minutes * MINUTE);
  for (const [counted, allowed] of Object.entries(most) as [CountedBy<Name>, number][]) {
    const bucket = bucketOf(ctx, limit, counted, by[counted]);
    const counts = await countAttempt(sql, { bucket, now, endsAt });
    if (counts.attempts > allowed) return counts.endsAt;
  }
  return null;
}

/** Identifies attempts without storing the person. */
function bucketOf(ctx: Context, limit: LimitName, counted: Counted, name: string): Buffer {
  const text = `attempts\n${limit}\n${counted}\n${significantName(counted, name)}`;
  return createHmac('sha256', ctx.encryptionKey).update(text).digest();
}

function tooMany(msLeft: number): ProblemError {
  const minutes = Math.max(1, Math.ceil(msLeft / MINUTE));
  return new ProblemError('rate_limited', {
    detail: `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(msLeft / 1_000))) },
  });
}
