import { createHash } from 'node:crypto';
import { invalidField, noSuch, type ProblemError } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { newClientSecret } from './create-client.js';
import { findRotation, type OwnedClient, replaceClientSecret } from './sql/oauth-clients.js';
import { revokeTokensOfClient } from './sql/oauth-tokens.js';

/** How long the previous secret keeps working. */
const OVERLAP_MS = 24 * 3_600_000;

export interface RotatedSecret {
  /** The new secret, shown only now. */
  secret: string;
  /** Until when the previous one works; null: it does not. */
  previousUntil: Date | null;
  /** Tokens that were revoked with it. */
  revokedTokens: number;
}

/**
 * Gives a company's client another secret.
 *
 * @param input.atOnce the old secret leaked: it is refused from now on, and every token issued so far ends with it.
 * @param input.again also while the secret before the last rotation still works, which ends that at once.
 * @throws {ProblemError} `invalid_request` for a client that is revoked or not the company's, or a rotation too soon.
 */
export async function rotateClientSecret(
  ctx: Context,
  input: OwnedClient & { atOnce?: boolean; again?: boolean },
): Promise<RotatedSecret> {
  const { companyId, clientId, atOnce = false, again = false } = input;
  const now = ctx.clock.now();
  const secret = newClientSecret();
  const previousUntil = atOnce ? null : new Date(now.getTime() + OVERLAP_MS);
  const secretHash = createHash('sha256').update(secret).digest();
  return ctx.sql.begin(async (tx) => {
    // Lock the client first: issuing a token locks its row too, so all tokens are visible afterwards.
    const made = { secretHash, lastFour: secret.slice(-4), previousUntil, now, again: again || atOnce };
    if (!(await replaceClientSecret(tx, input, made))) throw await refusal(tx, input);
    const revokedTokens = atOnce ? await revokeTokensOfClient(tx, input, now) : 0;
    const details = { atOnce, revokedTokens };
    await recordAction(ctx, tx, { action: 'oauth.rotate', objectId: clientId, companyId, details });
    return { secret, previousUntil, revokedTokens };
  });
}

async function refusal(tx: Transaction, owned: OwnedClient): Promise<ProblemError> {
  const client = await findRotation(tx, owned);
  if (!client) return noSuch('client');
  if (!client.previousUntil || client.revoked) return invalidField('client', 'was revoked');
  const until = client.previousUntil.toISOString();
  return invalidField(
    'client',
    `was rotated already; the previous secret works until ${until}; --again would end that now`,
  );
}
