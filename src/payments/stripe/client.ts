import Stripe from 'stripe';
import { ProcessorFailure, ProcessorRefusal } from '../errors.js';

/** A page waits for some of these calls, and a workflow repeats the others. */
const TIMEOUT_MS = 8_000;

export interface StripeSettings {
  /** A secret or, better, a restricted key. */
  key: string;
  /** Another address than Stripe's own, for its stand-in; undefined: Stripe's. */
  apiBase: string | undefined;
  /** The secrets of the endpoints for our own and connected accounts, the old ones during a rotation too. */
  webhookSecrets: readonly string[];
}

/** Stripe's client: no telemetry, and no notices of Stripe's among the warnings of the process. */
export function createStripeClient({ key, apiBase }: StripeSettings): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: withoutNotices(Stripe.createNodeHttpClient()),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

function withoutNotices(client: HttpClient): HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    Reflect.deleteProperty(response.getHeaders(), 'stripe-notice');
    return response;
  };
  return client;
}

/** Another call works on the same object: this one did nothing, and may be repeated unchanged. */
const UNDER_WAY = ['idempotency_key_in_use', 'lock_timeout', 'rate_limit'];

/** An answer or a silence of Stripe's, without its body, which may contain the buyer's name or card. */
export class StripeUnavailable extends Error {
  override name = 'StripeUnavailable';
}

/**
 * Calls Stripe, and maps failures to the classes of the port.
 *
 * @throws {ProcessorRefusal} for a definite refusal; {ProcessorFailure} for a failure that Stripe repeats for the same
 * key; {StripeUnavailable} for a failure where the same call may be repeated.
 */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw explained(error);
  }
}

function explained(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const { statusCode = 0, code, requestId, headers } = error;
  const request = requestId ? ` (request ${requestId})` : '';
  const reason = code ?? error.rawType ?? 'refused';
  const answered = `Stripe answered ${statusCode} ${reason}${request}`;
  if (statusCode === 409 || UNDER_WAY.includes(reason)) return new StripeUnavailable(answered);
  const passes = code === 'balance_insufficient' || error instanceof Stripe.errors.StripeIdempotencyError;
  // A 5xx says that Stripe keeps it for the key only when the same call is made again.
  const isKept = statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';
  if (passes || isKept) return new ProcessorFailure(reason, answered);
  if ([400, 402, 404].includes(statusCode) || code === 'account_invalid') {
    return new ProcessorRefusal(reason, `${error.message}${request}`);
  }
  if (statusCode > 0) return new StripeUnavailable(answered);
  return new StripeUnavailable('Stripe did not answer');
}
