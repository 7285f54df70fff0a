import { createHmac } from 'node:crypto';
import { ProblemError } from '../../core/problems.js';
import type { Context } from '../context/context.js';
import { type Counted, type CountedBy, LIMITS, type LimitName, significantName } from './limits.js';
import { countAttempt } from './sql.js';

const MINUTE = 60_000;

/**
 * Counts an attempt by everything that its limit counts by, in the order of the table, and stops at the first that is full. In the
 * database, so that all processes count together; outside of any transaction that may be undone.
 *
 * @param by ids, IP and e-mail addresses and host names: only a keyed hash of each is kept.
 * @throws {ProblemError} `rate_limited`, with the seconds to wait in `Retry-After`.
 */
export async function limitAttempts<Name extends LimitName>(
  ctx: Context,
  limit: Name,
  by: Record<CountedBy<Name>, string>,
): Promise<void> {
  const { minutes, ...most } = LIMITS[limit];
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + minutes * MINUTE);
  for (const [counted, allowed] of Object.entries(most) as [CountedBy<Name>, number][]) {
    const bucket = bucketOf(ctx, limit, counted, by[counted]);
    const counts = await countAttempt(ctx.sql, { bucket, now, endsAt });
    if (counts.attempts > allowed) throw tooMany(counts.endsAt.getTime() - now.getTime());
  }
}

/** Tells attempts apart without saying whose they are. */
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
