import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Id } from '../../core/ids.js';

/** How long after a rotation the previous secret also signs. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;
/** How far `t` may differ from the receiver's clock before a delivery counts as a replay. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

export interface SignedContent {
  /** Unix seconds of the attempt. */
  timestamp: number;
  /** The body's exact bytes. */
  body: Buffer | string;
}

/** `hex(HMAC-SHA256(secret, t + "." + body))`; the whole secret, prefix included, is the HMAC key. */
function signature(secret: string, content: SignedContent): string {
  return createHmac('sha256', secret).update(`${content.timestamp}.`).update(content.body).digest('hex');
}

/** The `Service-Signature` header: `t=…,v1=…`, with one `v1` for each valid secret. */
export function signatureHeader(secrets: readonly string[], content: SignedContent): string {
  return [`t=${content.timestamp}`, ...secrets.map((secret) => `v1=${signature(secret, content)}`)].join(',');
}

/**
 * The `webhook-*` headers of Standard Webhooks, in addition to ours, for receivers that verify with its libraries. The
 * libraries read the secret after `whsec_` as base64, which our secrets are.
 *
 * @param content.deliveryId the same for every attempt, as `webhook-id` is.
 */
export function standardHeaders(
  secrets: readonly string[],
  { deliveryId, timestamp, body }: SignedContent & { deliveryId: Id<'delivery'> },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${deliveryId}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': deliveryId, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed.join(' ') };
}

export interface Verification {
  header: string;
  body: Buffer | string;
  /** Every secret the receiver accepts at the moment. */
  secrets: readonly string[];
  /** Unix seconds on the receiver's clock. */
  now: number;
  toleranceSeconds?: number;
}

/** Verifies a signature as a receiver does: true when any `v1` matches any of its secrets and `t` is recent. */
export function verifySignature({ header, body, secrets, now, toleranceSeconds }: Verification): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const timestamp = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  if (!Number.isInteger(timestamp)) return false;
  if (Math.abs(now - timestamp) > (toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS)) return false;
  const given = parts.filter(([name]) => name === 'v1').map(([, hex]) => Buffer.from(hex ?? '', 'hex'));
  return secrets.some((secret) => {
    const expected = Buffer.from(signature(secret, { timestamp, body }), 'hex');
    return given.some((candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected));
  });
}
