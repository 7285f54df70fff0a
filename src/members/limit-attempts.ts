import { ProblemError } from '../core/problems.js';
import { significantPart } from '../core/significant-part.js';
import type { Context } from '../platform/context/context.js';
import { countAttempt } from './sql/sign-in.js';
import { bucketOf } from './tokens.js';

const MINUTE = 60_000;

/** How often somebody may try, and in what time. */
const LIMITS = {
  /** Links asked for one address, whether anybody has it or not. */
  link_address: { most: 5, windowMs: 60 * MINUTE },
  /** Links asked from one IP address, for whomever. */
  link_ip: { most: 20, windowMs: 60 * MINUTE },
  /** Tokens of links shown from one IP address. */
  token_ip: { most: 30, windowMs: 15 * MINUTE },
  /** Codes of one member: a million to guess, three of them right at a time. */
  code_member: { most: 5, windowMs: 15 * MINUTE },
  /** Passkeys of one member, which cannot be guessed but cost a signature to check. */
  passkey_member: { most: 30, windowMs: 15 * MINUTE },
} as const;

export type AttemptLimit = keyof typeof LIMITS;

/**
 * Counts an attempt, in the database, so that all processes count together. Outside of any transaction that may be undone.
 *
 * @param who an IP address, of IPv6 the /64 counts, an e-mail address or an id: a keyed hash of it is kept.
 * @throws {ProblemError} `rate_limited`, with the seconds to wait.
 */
export async function limitAttempts(ctx: Context, limit: AttemptLimit, who: string): Promise<void> {
  const { most, windowMs } = LIMITS[limit];
  const now = ctx.clock.now();
  const bucket = bucketOf(ctx.encryptionKey, limit, limit.endsWith('_ip') ? significantPart(who) : who);
  const { attempts, startedAt } = await countAttempt(ctx.sql, { bucket, now, windowMs });
  if (attempts <= most) return;
  const seconds = Math.max(1, Math.ceil((startedAt.getTime() + windowMs - now.getTime()) / 1_000));
  throw new ProblemError('rate_limited', {
    detail: `Too many attempts; wait ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
