import { hashOf } from '../core/digest.js';
import { conflict, noSuch } from '../core/problems.js';
import { isJustRotated, justRotated, oldOneWorks } from '../core/rotation.js';
import { DAY } from '../core/time.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { newClientSecret } from './create-client.js';
import { lockClient, type OwnedClient, replaceClientSecret } from './sql/oauth-clients.js';
import { revokeTokensOfClient } from './sql/oauth-tokens.js';

/** How long the previous secret keeps working. */
const OVERLAP_MS = DAY;

export interface RotatedSecret {
  /** The new secret, shown only now. */
  secret: string;
  /** Until when the previous one works; null: it does not. */
  previousUntil: Date | null;
  revokedTokens: number;
}

/**
 * Gives a company's client another secret.
 *
 * @param input.atOnce the old secret leaked: it is refused from now on, and every token issued so far ends with it.
 * @param input.again also while the secret before the last rotation still works, which ends that at once.
 * @throws {ProblemError} `invalid_request` for a client that is revoked or not the company's, `rotated_already` while
 * the secret before works and `again` is not set, and a moment after a rotation that ended it.
 */
export async function rotateClientSecret(
  ctx: Context,
  input: OwnedClient & { atOnce?: boolean; again?: boolean },
): Promise<RotatedSecret> {
  const { companyId, clientId, atOnce = false, again = false } = input;
  const now = ctx.clock.now();
  const secret = newClientSecret();
  const previousUntil = atOnce ? null : new Date(now.getTime() + OVERLAP_MS);
  const secretHash = hashOf(secret);
  return ctx.sql.begin(async (tx) => {
    // Lock the client first: issuing a token locks its row too, so all tokens are visible afterwards.
    const client = await lockClient(tx, input);
    if (!client) throw noSuch('client', clientId);
    if (client.revoked) throw conflict('client', 'was revoked, or its key was');
    if (isJustRotated(client, now)) throw justRotated('secret');
    const oldOne = client.previousUntil;
    if (!atOnce && !again && oldOne && oldOne > now) throw oldOneWorks('secret', oldOne);
    await replaceClientSecret(tx, input, { secretHash, lastFour: secret.slice(-4), previousUntil, now });
    const revokedTokens = atOnce ? await revokeTokensOfClient(tx, input, now) : 0;
    const details = { atOnce, revokedTokens };
    await recordAction(ctx, tx, { action: 'oauth.rotate', objectId: clientId, companyId, details });
    return { secret, previousUntil, revokedTokens };
  });
}
