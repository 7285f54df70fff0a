import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { checkedText } from '../core/checked-text.js';
import { newId } from '../core/ids.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { SignedIn } from './read-session.js';
import { relyingParty, webauthn } from './relying-party.js';
import { insertPasskey, listPasskeyRows, type PasskeyRow } from './sql/passkeys.js';
import { noteSecondStep, takeChallenge } from './sql/sessions.js';

const MOST = 10;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * Keeps a passkey of the caller's that their browser made after `startPasskey`. Making it counts as the second step.
 *
 * @param input.credential what the browser answers, taken for nothing before it was verified.
 * @throws {ProblemError} `invalid_request` for one that was not made for this session and this host, and for an eleventh.
 */
export async function addPasskey(
  ctx: Context,
  caller: SignedIn,
  input: { name: string; credential: unknown },
): Promise<PasskeyRow> {
  const { memberId, companyId, sessionId } = caller;
  const name = checkedText('name', input.name, { min: 0, max: 100 });
  if ((await listPasskeyRows(ctx.sql, memberId)).length >= MOST) {
    throw invalidField('credential', `is one more than the ${MOST} that a member may have`);
  }
  const made = await verified(ctx, caller, input.credential);
  const now = ctx.clock.now();
  const row = { id: newId('passkey'), memberId, name: name || 'Passkey', createdAt: now, ...made };
  await ctx.sql.begin(async (tx) => {
    if (!(await insertPasskey(tx, row))) throw invalidField('credential', 'is registered already');
    await noteSecondStep(tx, memberId, sessionId, now);
    await recordAction(ctx, tx, { action: 'member.passkey_add', objectId: memberId, companyId, by: memberId });
  });
  return { ...row, usedAt: now };
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
      requireUserVerification: false,
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
