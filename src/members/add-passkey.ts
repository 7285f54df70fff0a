import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { checkedText } from '../core/checked-text.js';
import { newId } from '../core/ids.js';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { addFactor } from './add-factor.js';
import type { SignedIn } from './read-session.js';
import { relyingParty, webauthn } from './relying-party.js';
import { insertPasskey, listPasskeyRows, type PasskeyRow } from './sql/passkeys.js';
import { takeChallenge } from './sql/sessions.js';

const MOST = 10;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * Keeps a passkey of the caller's that their browser made after `startPasskey`. Making it counts as the second step.
 *
 * @param input.credential what the browser answers, taken for nothing before it was verified.
 * @returns the passkey, and the session's new token.
 * @throws {ProblemError} `invalid_request` for one that was not made for this session and this host or without verifying its
 *   user, and for an eleventh; `second_step_again`, `rate_limited`.
 */
export async function addPasskey(
  ctx: Context,
  caller: SignedIn,
  input: { name: string; credential: unknown },
): Promise<{ passkey: PasskeyRow; token: string }> {
  const { memberId } = caller;
  await limitAttempts(ctx, 'passkey', { member: memberId });
  const name = checkedText('name', input.name, { min: 0, max: 100 });
  const made = await verified(ctx, caller, input.credential);
  const now = ctx.clock.now();
  const row = { id: newId('passkey'), memberId, name: name || 'Passkey', createdAt: now, ...made };
  const token = await addFactor(ctx, caller, 'passkey', async (tx) => {
    if ((await listPasskeyRows(tx, memberId)).length >= MOST) {
      throw invalidField('credential', `limit reached: ${MOST} passkeys`);
    }
    if (!(await insertPasskey(tx, row))) throw invalidField('credential', 'is registered already');
    return true;
  });
  return { passkey: { ...row, usedAt: now }, token: token ?? '' };
}

async function verified(
  ctx: Context,
  caller: SignedIn,
  credential: unknown,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const refusal = invalidField('credential', 'is not a passkey made for this session; try again');
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  const expectedChallenge = await takeChallenge(ctx.sql, caller, ctx.clock.now());
  if (expectedChallenge === null) throw refusal;
  const response = credential as RegistrationResponseJSON;
  // It throws for whatever is wrong, malformed input too.
  const { registrationInfo } = await webauthn()
    .verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
    })
    .catch((err: unknown) => {
      ctx.log.info({ err }, 'a passkey was refused');
      throw refusal;
    });
  if (!registrationInfo) throw refusal;
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = TRANSPORTS.filter((one) => (response.response.transports as string[] | undefined)?.includes(one));
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}
