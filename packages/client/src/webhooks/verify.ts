import { PartnerEventsError } from '../errors.js';
import type { EarningsChanged, EventChanged, OrderChanged, SettlementChanged } from '../generated/schemas.js';

/** A delivery of a webhook; `type` is its kind. */
export type WebhookEvent = EventChanged | EarningsChanged | OrderChanged | SettlementChanged;

/** Headers of a request, of Node, of Express and Fastify, or of the web platform. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /** How far the time of the signature may be from your clock. Default: 300. */
  toleranceSeconds?: number;
  /** Your clock, as unix seconds. */
  now?: number;
}

/** Why a delivery was refused. */
export type VerificationFailure =
  | 'signature_missing'
  | 'signature_malformed'
  | 'too_old'
  | 'signature_wrong'
  | 'body_malformed';

/** The delivery is not ours, or not a recent one. Answer with 400, and do nothing else. */
export class WebhookVerificationError extends PartnerEventsError {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly reason: VerificationFailure,
    message: string,
  ) {
    super(message);
  }
}

const encoder = new TextEncoder();

/**
 * Checks the signature of a delivery, and reads it (contract: Events, delivery rules).
 *
 * @param body the bytes as they came, before any JSON parser.
 * @param secrets every secret you accept: during a rotation the old and the new one.
 * @throws {WebhookVerificationError} for a request that is not from us.
 * @throws {TypeError} for a mistake in your code: a body that was parsed, no secret, or a secret with a blank in it.
 */
export async function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const accepted = checkSecrets(secrets);
  const bytes = bytesOf(body);
  const header = findHeader(headers, 'service-signature');
  if (header === null) throw new WebhookVerificationError('signature_missing', 'There is no Service-Signature header.');
  const { timestamp, signatures } = parseSignature(header);
  const signed = joined(encoder.encode(`${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, accepted))) {
    throw new WebhookVerificationError(
      'signature_wrong',
      'No signature matches this body and your secrets. Pass the body as it came: JSON that was parsed and written again differs.',
    );
  }
  if (Math.abs(now - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('too_old', `The delivery was signed more than ${toleranceSeconds} s from now.`);
  }
  return parseEvent(bytes);
}

function checkSecrets(secrets: string | readonly string[]): readonly string[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (all.length === 0) throw new TypeError('secrets: give at least one');
  for (const secret of all) {
    // Anybody could sign with an empty secret, such as a setting that is missing.
    if (typeof secret !== 'string' || secret.trim() === '') throw new TypeError('secrets: one is blank');
    if (/\s/.test(secret))
      throw new TypeError('secrets: one has a blank in it, such as a line break at its end. Remove it');
  }
  return all;
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not `instanceof`: the buffer may come from another realm, such as a test runner's.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  throw new TypeError(
    body === undefined || body === null
      ? 'body: there is none. Pass the bytes as they came'
      : 'body: it was parsed. Pass the bytes as they came, before express.json() or another parser',
  );
}

function findHeader(headers: WebhookHeaders, name: string): string | null {
  if (typeof Headers !== 'undefined' && headers instanceof Headers) return headers.get(name);
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

/** `t=<unix seconds>,v1=<hex>`, with two `v1` during a rotation; unknown parts belong to a later version. */
function parseSignature(header: string): { timestamp: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, hex = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/i.test(hex) ? [fromHex(hex)] : [],
  );
  if (!/^\d{1,15}$/.test(timestamp) || signatures.length === 0) {
    throw new WebhookVerificationError('signature_malformed', 'The Service-Signature header has no t or no v1.');
  }
  return { timestamp, signatures };
}

/** WebCrypto compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new WebhookVerificationError('body_malformed', 'The body is not JSON.');
  }
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));

function joined(first: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + other.length);
  all.set(first);
  all.set(other, first.length);
  return all;
}
