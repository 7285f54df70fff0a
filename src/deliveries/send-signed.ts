import type { ChangeType } from '../core/change-type.js';
import { unmovedInstant } from '../core/clock.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import type { Config } from '../platform/config/config.js';
import type { Context } from '../platform/context/context.js';
import { type OutboundOutcome, sendOutbound } from '../platform/outbound-http/send.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { type BoxPlace, openSecret, SecretUnopened } from '../platform/secrets/secret-box.js';
import { signatureHeader, standardHeaders } from './rules/webhook-signature.js';
import type { SendTarget } from './sql/claims.js';

declare module '../platform/context/context.js' {
  interface Memory {
    /** Decrypted secrets, for as long as the encrypted buffer is in use: a sender decrypts the secret of an endpoint once. */
    openedSecrets: WeakMap<Buffer, string>;
  }
}

type Target = 'endpointId' | 'kind' | 'url' | 'headerName' | 'headerValue';
type Secrets = 'secret' | 'previousSecret' | 'previousSecretUntil';

/** A postback's address is its content. */
export interface Sendable extends Pick<SendTarget, Target | Secrets> {
  deliveryId: Id<'delivery'>;
  type: ChangeType;
  mode: Mode;
  content: Buffer;
}

export const USER_AGENT = 'Partner-Events/1.0';

/** Sends one attempt (contract: delivery rules 1 to 3; conversion postback, rules 4, 5). @throws only for our own failures. */
export async function sendSigned(ctx: Context, delivery: Sendable): Promise<OutboundOutcome> {
  const url = delivery.kind === 'postback' ? delivery.content.toString() : delivery.url;
  const options = { allowPrivate: mayBePrivate(ctx.config, url) };
  const headers = { ...ownHeader(ctx, delivery), 'user-agent': USER_AGENT, 'Service-Delivery-Id': delivery.deliveryId };
  if (delivery.kind === 'postback') {
    return sendOutbound({ method: 'GET', url, mode: delivery.mode, headers }, options);
  }
  // Receivers compare it with their own clocks, which were not moved.
  const timestamp = Math.floor(unmovedInstant(ctx.clock).getTime() / 1000);
  const secrets = validSecrets(ctx, delivery);
  const { deliveryId, content: body } = delivery;
  return sendOutbound(
    {
      method: 'POST',
      url,
      mode: delivery.mode,
      body,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'Service-Event': delivery.type,
        'Service-Timestamp': String(timestamp),
        'Service-Signature': signatureHeader(secrets, { timestamp, body }),
        ...standardHeaders(secrets, { deliveryId, timestamp, body }),
      },
    },
    options,
  );
}

/** The header that the endpoint's owner has set, decrypted. */
export function ownHeader(
  ctx: Context,
  { endpointId: owner, headerName, headerValue }: Pick<Sendable, 'endpointId' | 'headerName' | 'headerValue'>,
): Record<string, string> {
  if (headerName === null || headerValue === null) return {};
  return { [headerName]: opened(ctx, { field: 'delivery_endpoints.header_value', owner }, headerValue) };
}

function opened(ctx: Context, place: BoxPlace, box: Buffer): string {
  const { openedSecrets } = ctx.memory;
  const secret = openedSecrets.get(box) ?? openSecret(openingKeys(ctx), place, box).secret;
  openedSecrets.set(box, secret);
  return secret;
}

/** The secret, and the previous one until the rotation's overlap ends. */
function validSecrets(ctx: Context, delivery: Sendable): string[] {
  const { endpointId: owner, secret, previousSecret, previousSecretUntil } = delivery;
  const secrets = secret === null ? [] : [opened(ctx, { field: 'delivery_endpoints.secret', owner }, secret)];
  const overlap = previousSecretUntil !== null && previousSecretUntil > ctx.clock.now();
  if (previousSecret === null || !overlap) return secrets;
  try {
    const place = { field: 'delivery_endpoints.previous_secret', owner };
    return [...secrets, opened(ctx, place, previousSecret)];
  } catch (error) {
    // Rotation replaces a lost secret: the new one must sign at once.
    if (!(error instanceof SecretUnopened)) throw error;
    ctx.log.warn({ endpoint: owner, err: error }, 'a delivery is signed only with the new secret');
    return secrets;
  }
}

/** Whether this URL may be private: in development, and for the receivers that `npm start` reserves ports for. */
export function mayBePrivate(config: Config, url: string): boolean {
  if (config.allowPrivateDelivery) return true;
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && [config.exampleReceiver, config.listenReceiver].includes(origin);
}
