import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { newId } from '../core/ids.js';
import { invalidField, noSuch, ProblemError } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { MINUTE } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { factorRemoved } from './mails.js';
import { addFactor, type FactorOwner, noteWrongStep, removeFactor } from './second-step.js';
import { raiseSession } from './sessions.js';
import type { SignedIn } from './signed-in.js';
import { lockMember } from './sql/members.js';
import {
  deletePasskeys,
  insertPasskey,
  listPasskeyRows,
  lockPasskey,
  notePasskeyUse,
  type PasskeyRow,
} from './sql/passkeys.js';
import { keepChallenge, takeChallenge } from './sql/sessions.js';

const NAME = 'Partner Events';
const CHALLENGE_MS = 5 * MINUTE;

/** What speaks WebAuthn, loaded when the first passkey is used: it takes a third of a second. */
function webauthn(): typeof import('@simplewebauthn/server') {
  return require('@simplewebauthn/server') as typeof import('@simplewebauthn/server');
}

/** The host that passkeys are made for. Another host with the same page cannot use them. */
function relyingParty(ctx: Context): { name: string; id: string; origin: string } {
  const { origin } = ctx.config;
  return { name: NAME, id: new URL(origin).hostname, origin };
}

/** Notes in the caller's session what their passkey must sign next, for some minutes. */
function giveChallenge(ctx: Context, caller: SignedIn, challenge: string): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  return keepChallenge(ctx.sql, caller, { challenge, until });
}

/** The options with which a browser makes a passkey for the caller (`addPasskey`). */
export async function startPasskey(ctx: Context, caller: SignedIn): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { name: rpName, id: rpID } = relyingParty(ctx);
  const options = await webauthn().generateRegistrationOptions({
    rpName,
    rpID,
    userName: caller.email,
    userDisplayName: `${caller.email}, ${caller.companyName}`,
    userID: new Uint8Array(Buffer.from(caller.memberId)),
    attestationType: 'none',
    excludeCredentials: (await listPasskeyRows(ctx.sql, caller.memberId)).map(descriptor),
    // The mailed link has identified the member, so the passkey need not. The authenticator must verify the person who
    // holds the device.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
  });
  await giveChallenge(ctx, caller, options.challenge);
  return options;
}

/** The options with which a browser takes the second step with a passkey of the caller (`takePasskey`). */
export async function askPasskey(ctx: Context, caller: SignedIn): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await webauthn().generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    allowCredentials: (await listPasskeyRows(ctx.sql, caller.memberId)).map(descriptor),
    userVerification: 'required',
  });
  await giveChallenge(ctx, caller, options.challenge);
  return options;
}

function descriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

type AuthenticatorTransport = NonNullable<
  NonNullable<PublicKeyCredentialRequestOptionsJSON['allowCredentials']>[number]['transports']
>[number];

const MOST = 10;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * Stores a passkey that the caller's browser made after `startPasskey`. Making it counts as the second step.
 *
 * @param input.credential the browser's answer. It is not trusted before it is verified.
 * @returns the passkey, and the session's new token.
 * @throws {ProblemError} `invalid_request` for a passkey that was made for another session or host, or without
 * verifying its user, and for an eleventh passkey; `second_step_again`, `rate_limited`.
 */
export async function addPasskey(
  ctx: Context,
  caller: SignedIn,
  input: { name: string; credential: unknown },
): Promise<{ passkey: PasskeyRow; token: string }> {
  const { memberId } = caller;
  await limitAttempts(ctx, 'passkey', { member: memberId });
  const name = checkedText('name', input.name, { min: 0, max: 100 });
  const facts = await made(ctx, caller, input.credential);
  const now = ctx.clock.now();
  const row = { id: newId('passkey'), memberId, name: name || 'Passkey', createdAt: now, ...facts };
  const token = await addFactor(ctx, caller, 'passkey', async (tx) => {
    if ((await listPasskeyRows(tx, memberId)).length >= MOST) {
      throw invalidField('credential', `limit reached: ${MOST} passkeys`);
    }
    if (!(await insertPasskey(tx, row))) throw invalidField('credential', 'is registered already');
    return true;
  });
  return { passkey: { ...row, usedAt: now }, token: token ?? '' };
}

async function made(
  ctx: Context,
  caller: SignedIn,
  credential: unknown,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const challenge = await takeChallenge(ctx.sql, caller, ctx.clock.now());
  const response = credential as RegistrationResponseJSON;
  const answer = await verified(ctx, challenge, (expected) =>
    webauthn().verifyRegistrationResponse({ response, ...expected }),
  );
  if (!answer?.registrationInfo) {
    throw invalidField('credential', 'is not a passkey made for this session; try again');
  }
  const { id, publicKey, counter } = answer.registrationInfo.credential;
  const transports = TRANSPORTS.filter((transport) =>
    (response.response.transports as string[] | undefined)?.includes(transport),
  );
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

interface Expected {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: true;
}

/** The library's verdict; null without a challenge, and when it throws: for whatever is wrong, malformed input too. */
async function verified<T>(
  ctx: Context,
  expectedChallenge: string | null,
  verify: (expected: Expected) => Promise<T>,
): Promise<T | null> {
  if (expectedChallenge === null) return null;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx);
  try {
    return await verify({ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true });
  } catch (err) {
    ctx.log.info({ err }, 'a passkey was refused');
    return null;
  }
}

/**
 * Takes the second step in the caller's session with a passkey, after `askPasskey`.
 *
 * @param credential the browser's answer. It is not trusted before it is verified.
 * @returns the session's new token; null for a passkey of another member, one without this session's challenge or host,
 * and one without a verified user.
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
    const counter = response && passkey && (await signedCount(ctx, challenge, { passkey, response }));
    if (!passkey || counter === null) {
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
  challenge: string | null,
  { passkey, response }: { passkey: PasskeyRow; response: AuthenticationResponseJSON },
): Promise<number | null> {
  const { credentialId: id, publicKey, counter } = passkey;
  const credential = { id, publicKey: new Uint8Array(publicKey), counter };
  const answer = await verified(ctx, challenge, (expected) =>
    webauthn().verifyAuthenticationResponse({ response, credential, ...expected }),
  );
  return answer?.verified ? answer.authenticationInfo.newCounter : null;
}

/** Also ends the member's other sessions. @throws {ProblemError} `invalid_request` for a passkey of another member. */
export function removePasskey(ctx: Context, owner: FactorOwner, id: string): Promise<void> {
  const letter = factorRemoved('A passkey');
  return removeFactor(ctx, owner, { action: 'member.passkey_remove', letter }, async (tx) => {
    if ((await deletePasskeys(tx, owner, id)) === 0) throw noSuch('passkey', id);
  });
}
