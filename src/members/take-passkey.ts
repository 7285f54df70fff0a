import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { noteWrongStep } from './note-wrong-step.js';
import { raiseSession } from './raise-session.js';
import type { SignedIn } from './read-session.js';
import { relyingParty, webauthn } from './relying-party.js';
import { lockMember } from './sql/members.js';
import { lockPasskey, notePasskeyUse, type PasskeyRow } from './sql/passkeys.js';
import { takeChallenge } from './sql/sessions.js';

/**
 * Takes the second step in the caller's session with one of their passkeys, after `askPasskey`.
 *
 * @param credential what the browser answers, taken for nothing before it was verified.
 * @returns the session's new token; null for one that is not theirs, did not sign this session's challenge on this host, or
 *   did not verify its user.
 * @throws {ProblemError} `rate_limited`.
 */
export async function takePasskey(ctx: Context, caller: SignedIn, credential: unknown): Promise<string | null> {
  const { memberId } = caller;
  await limitAttempts(ctx, 'passkey', { member: memberId });
  const now = ctx.clock.now();
  const challenge = await takeChallenge(ctx.sql, caller, now);
  const response = credential as AuthenticationResponseJSON | null;
  return ctx.sql.begin(async (tx) => {
    if (!(await lockMember(tx, caller))) throw new ProblemError('session_required');
    const passkey = typeof response?.id === 'string' ? await lockPasskey(tx, memberId, response.id) : null;
    const counter =
      response && passkey && challenge !== null ? await signedCount(ctx, { passkey, response, challenge }) : null;
    if (passkey === null || counter === null) {
      await noteWrongStep(ctx, tx, caller, 'passkey');
      return null;
    }
    await notePasskeyUse(tx, passkey.id, counter, now);
    return raiseSession(tx, caller, now);
  });
}

/** The authenticator's count of signatures with this one; null when it is no signature of the passkey. */
async function signedCount(
  ctx: Context,
  { passkey, response, challenge }: { passkey: PasskeyRow; response: AuthenticationResponseJSON; challenge: string },
): Promise<number | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const { credentialId: id, publicKey, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await webauthn().verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (err) {
    ctx.log.info({ err }, 'a passkey was refused');
    return null;
  }
}
