import { ownerOfClient, ownerOfKey } from '../../../src/access/owner-of.js';
import * as pin from '../../../src/access/pin-certificate.js';
import * as ofClient from '../../../src/access/revoke-client.js';
import * as ofKey from '../../../src/access/revoke-key.js';
import * as rotate from '../../../src/access/rotate-secret.js';
import * as allow from '../../../src/access/set-allowed-addresses.js';
import * as unpin from '../../../src/access/unpin-certificate.js';
import type { Context } from '../../../src/platform/context/context.js';

/** What operators do, who name a key or a client alone: its company is found first, as the command line does. */

export async function revokeKey(ctx: Context, keyId: string): ReturnType<typeof ofKey.revokeKey> {
  return ofKey.revokeKey(ctx, await ownerOfKey(ctx, keyId));
}

export async function revokeClient(ctx: Context, clientId: string): ReturnType<typeof ofClient.revokeClient> {
  return ofClient.revokeClient(ctx, await ownerOfClient(ctx, clientId));
}

export async function rotateClientSecret(
  ctx: Context,
  { clientId, ...how }: { clientId: string; atOnce?: boolean; again?: boolean },
): ReturnType<typeof rotate.rotateClientSecret> {
  return rotate.rotateClientSecret(ctx, { ...(await ownerOfClient(ctx, clientId)), ...how });
}

export async function pinCertificate(
  ctx: Context,
  { keyId, file }: { keyId: string; file: Buffer },
): ReturnType<typeof pin.pinCertificate> {
  return pin.pinCertificate(ctx, { ...(await ownerOfKey(ctx, keyId)), file });
}

export async function unpinCertificate(
  ctx: Context,
  { keyId, fingerprint }: { keyId: string; fingerprint: string },
): ReturnType<typeof unpin.unpinCertificate> {
  return unpin.unpinCertificate(ctx, { ...(await ownerOfKey(ctx, keyId)), fingerprint });
}

export async function setAllowedAddresses(
  ctx: Context,
  { keyId, networks }: { keyId: string; networks: readonly string[] },
): ReturnType<typeof allow.setAllowedAddresses> {
  return allow.setAllowedAddresses(ctx, { ...(await ownerOfKey(ctx, keyId)), networks });
}
