import { NodeCryptoPlugin } from '@otplib/plugin-crypto-node';
import { verifySync } from '@otplib/totp';

const crypto = new NodeCryptoPlugin();
/** The code before and the one after count too: clocks of phones differ. */
const TOLERANCE_S = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as authenticator apps want them (RFC 4648 section 6), without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
    value &= 255;
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** The text of the QR code for an authenticator app. */
export function totpUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** The RFC 6238 time step (SHA-1, six digits, 30 s) of a code; null: none that counts. @param afterStep steps used up to it. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, afterStep }: { now: Date; afterStep: number },
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const found = verifySync({ secret, token: code, epoch, crypto, epochTolerance: TOLERANCE_S });
  return found.valid && found.timeStep > afterStep ? found.timeStep : null;
}
