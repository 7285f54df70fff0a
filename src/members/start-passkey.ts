import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Context } from '../platform/context/context.js';
import type { SignedIn } from './read-session.js';
import { giveChallenge, relyingParty, webauthn } from './relying-party.js';
import { listPasskeyRows, type PasskeyRow } from './sql/passkeys.js';

/** What a browser asks an authenticator for, to make a passkey of the caller's (`addPasskey`). */
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
    // It follows the mailed link, so it need not say whose it is; but whoever has the device must show that it is theirs.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
  });
  await giveChallenge(ctx, caller, options.challenge);
  return options;
}

/** What a browser asks an authenticator for, to take the second step with one of the caller's passkeys (`takePasskey`). */
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
