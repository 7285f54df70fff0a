import { randomBytes } from 'node:crypto';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { sealingKey } from '../platform/secrets/keys.js';
import { sealSecret } from '../platform/secrets/secret-box.js';
import type { SignedIn } from './read-session.js';
import { toBase32, totpUri } from './rules/totp.js';
import { insertTotp } from './sql/totp.js';

const ISSUER = 'Partner Events';
const SECRET_BYTES = 20;

/**
 * Makes the secret of an authenticator app, which counts once a code of it came (`takeSecondStep`).
 *
 * @returns the secret to type in, and as the address in a QR code, shown this once.
 * @throws {ProblemError} `invalid_request` for a member who has one.
 */
export async function startTotp(ctx: Context, caller: SignedIn): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(SECRET_BYTES);
  const box = sealSecret(sealingKey(ctx), caller.memberId, secret.toString('base64'));
  const isKept = await ctx.sql.begin((tx) => insertTotp(tx, caller.memberId, box));
  if (!isKept) throw invalidField('totp', 'is set up already; remove it first');
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer: ISSUER, account: caller.email }) };
}
