import { createHash, X509Certificate } from 'node:crypto';
import { invalidField } from '../../core/problems.js';
import type { PinnedCertificate } from '../../core/viewer.js';

export interface ReadCertificate extends PinnedCertificate {
  /** On one line, `CN=client, O=Example`; may be empty. */
  subject: string;
}

/** Pinned at once: one in use and its successor. */
export const MAX_CERTIFICATES = 2;

const LEAST_RSA_BITS = 2_048;

/** SHA-256 of a certificate in DER: the form that we store and compare. */
export function fingerprintOf(der: Buffer): string {
  return createHash('sha256').update(der).digest('hex');
}

/**
 * Reads the one certificate of a PEM or DER file, for pinning. A self-signed certificate is fine: each handshake proves
 * that the caller holds its key.
 *
 * @throws {ProblemError} `invalid_request` naming `certificate`: no certificate or several, a private key in the same
 * file, an expired certificate, a certificate authority, an RSA key under 2048 bits.
 */
export function readCertificate(file: Buffer, now: Date): ReadCertificate {
  const text = file.toString('latin1');
  const refuse = (reason: string) => invalidField('certificate', reason);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    throw refuse('contains a private key, which must stay with the client: give only the certificate');
  }
  const count = text.match(/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/g)?.length ?? 0;
  if (count > 1) throw refuse(`the file contains ${count}: give only the client's own, without its issuers`);
  const certificate = parse(file);
  if (!certificate) throw refuse('the file contains none in PEM form (-----BEGIN CERTIFICATE-----)');
  if (certificate.ca && (signsCertificates(certificate.raw) || !isSelfSigned(certificate))) {
    throw refuse('belongs to an authority: give the one that the client presents');
  }
  const notAfter = new Date(certificate.validTo);
  if (notAfter <= now) throw refuse(`expired on ${notAfter.toISOString()}`);
  const { asymmetricKeyType: type, asymmetricKeyDetails: key } = certificate.publicKey;
  if (type?.startsWith('rsa') && (key?.modulusLength ?? 0) < LEAST_RSA_BITS) {
    throw refuse(`its RSA key has ${key?.modulusLength} bits: at least ${LEAST_RSA_BITS} are needed`);
  }
  const subject = (certificate.subject ?? '').split('\n').join(', ').slice(0, 200);
  return { fingerprint: fingerprintOf(certificate.raw), notAfter, subject };
}

function parse(file: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(file);
  } catch {
    return null;
  }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
}

/** `keyUsage` of RFC 5280 section 4.2.1.3; Node exposes only the extended one. */
const KEY_USAGE = Buffer.from('0603551d0f', 'hex');
const KEY_CERT_SIGN = 0x04;

/** Whether its key signs certificates; one made by `openssl req -x509` calls itself a CA although its key does not. */
function signsCertificates(der: Buffer): boolean {
  let at = der.indexOf(KEY_USAGE);
  if (at === -1) return false;
  at += KEY_USAGE.length;
  // BOOLEAN critical, OCTET STRING around a BIT STRING: its length, the unused bits, the bits.
  if (der[at] === 0x01) at += 3;
  return der[at] === 0x04 && der[at + 2] === 0x03 && ((der[at + 5] ?? 0) & KEY_CERT_SIGN) !== 0;
}

/** The certificate of a `Client-Cert` header (RFC 9440) in DER; null: none, or two, which arrive joined by a comma. */
export function readClientCertHeader(header: string): Buffer | null {
  const encoded = /^ *:([A-Za-z0-9+/]+={0,2}): *$/.exec(header)?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64');
}
