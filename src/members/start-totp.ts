import { randomBytes } from 'node:crypto';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import type { SignedIn } from './read-session.js';
import { PENDING_TOTP_MS } from './rules/session-life.js';
import { toBase32, totpUri } from './rules/totp.js';
import { keepPendingTotp } from './sql/totp.js';

const ISSUER = 'Partner Events';
const SECRET_BYTES = 20;

/**
 * Makes the secret of an authenticator app. It belongs to the caller's session, for ten minutes, and opens nothing until a
 * code of it was entered there (`confirmTotp`).
 *
 * @returns the secret to type in, and as the address in a QR code, shown this once.
 * @throws {ProblemError} `invalid_request` for a member who has one.
 */
export async function startTotp(ctx: Context, caller: SignedIn): Promise<{ secret: string; uri: string }> {
  if (caller.hasTotp) throw invalidField('totp', 'is set up already; remove it first');
  const secret = randomBytes(SECRET_BYTES);
  const box = sealSecret(sealingKey(ctx), caller.sessionId, secret.toString('base64'));
  const until = new Date(ctx.clock.now().getTime() + PENDING_TOTP_MS);
  await keepPendingTotp(ctx.sql, caller, { secret: box, until });
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer: ISSUER, account: caller.email }) };
}
