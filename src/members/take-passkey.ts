import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import type { SignedIn } from './read-session.js';
import { relyingParty, webauthn } from './relying-party.js';
import { lockPasskey, notePasskeyUse, type PasskeyRow } from './sql/passkeys.js';
import { noteSecondStep, takeChallenge } from './sql/sessions.js';

/**
 * Takes the second step in the caller's session with one of their passkeys, after `askPasskey`.
 *
 * @param credential what the browser answers, taken for nothing before it was verified.
 * @returns false for one that is not theirs, or did not sign this session's challenge on this host.
 * @throws {ProblemError} `rate_limited`.
 */
export async function takePasskey(ctx: Context, caller: SignedIn, credential: unknown): Promise<boolean> {
  const { memberId, sessionId } = caller;
  await limitAttempts(ctx, 'passkey', { member: memberId });
  const now = ctx.clock.now();
  const challenge = await takeChallenge(ctx.sql, caller, now);
  const response = credential as AuthenticationResponseJSON | null;
  if (challenge === null || typeof response?.id !== 'string') return false;
  return ctx.sql.begin(async (tx) => {
    const passkey = await lockPasskey(tx, memberId, response.id);
    const counter = passkey && (await signedCount(ctx, { passkey, response, challenge }));
    if (passkey === null || counter === null) return false;
    await notePasskeyUse(tx, passkey.id, counter, now);
    await noteSecondStep(tx, memberId, sessionId, now);
    return true;
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
      requireUserVerification: false,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (err) {
    ctx.log.info({ err }, 'a passkey was refused');
    return null;
  }
}
