import * as ofGuards from '../../../src/access/key-guards.js';
import * as ofKey from '../../../src/access/keys.js';
import * as ofClient from '../../../src/access/oauth-clients.js';
import type { Context } from '../../../src/platform/context/context.js';

/** What operators do, who name a key or a client alone: its company is found first, as the command line does. */

export async function revokeKey(ctx: Context, keyId: string): ReturnType<typeof ofKey.revokeKey> {
  return ofKey.revokeKey(ctx, await ofKey.ownerOfKey(ctx, keyId));
}

export async function revokeClient(ctx: Context, clientId: string): ReturnType<typeof ofClient.revokeClient> {
  return ofClient.revokeClient(ctx, await ofClient.ownerOfClient(ctx, clientId));
}

export async function rotateClientSecret(
  ctx: Context,
  { clientId, ...how }: { clientId: string; atOnce?: boolean; again?: boolean },
): ReturnType<typeof ofClient.rotateClientSecret> {
  return ofClient.rotateClientSecret(ctx, { ...(await ofClient.ownerOfClient(ctx, clientId)), ...how });
}

export async function pinCertificate(
  ctx: Context,
  { keyId, file }: { keyId: string; file: Buffer },
): ReturnType<typeof ofGuards.pinCertificate> {
  return ofGuards.pinCertificate(ctx, { ...(await ofKey.ownerOfKey(ctx, keyId)), file });
}

export async function unpinCertificate(
  ctx: Context,
  { keyId, fingerprint }: { keyId: string; fingerprint: string },
): ReturnType<typeof ofGuards.unpinCertificate> {
  return ofGuards.unpinCertificate(ctx, { ...(await ofKey.ownerOfKey(ctx, keyId)), fingerprint });
}

export async function setAllowedAddresses(
  ctx: Context,
  { keyId, networks }: { keyId: string; networks: readonly string[] },
): ReturnType<typeof ofGuards.setAllowedAddresses> {
  return ofGuards.setAllowedAddresses(ctx, { ...(await ofKey.ownerOfKey(ctx, keyId)), networks });
}
