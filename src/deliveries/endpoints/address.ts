import { setTimeout as pause } from 'node:timers/promises';
import { checkDeliveryUrl } from '../../core/delivery-url.js';
import type { Mode } from '../../core/mode.js';
import { invalidField, ProblemError } from '../../core/problems.js';
import type { Context } from '../../platform/context/context.js';
import { DeliveryFault } from '../../platform/outbound-http/faults.js';
import { permittedAddresses, resolveName, resolveNameLocally } from '../../platform/outbound-http/resolve.js';
import type { EndpointKind } from '../rules/endpoint.js';
import { plainPostbackUrl, postbackTemplateFault } from '../rules/postback-template.js';
import { mayBePrivate } from '../send-signed.js';

/** How long DNS may take: a person waits for the URL to be saved. */
const LOOK_UP_MS = 3_000;

/** An address that is refused only because it is private. It does not say which address a name has. */
export class PrivateAddressError extends ProblemError {
  override name = 'PrivateAddressError';
}

function privateAddress({ field, kind, mode }: DeliveryAddress): PrivateAddressError {
  const listen = kind === 'webhook' && mode === 'test' ? ', or `partner-events listen` to test on your machine' : '';
  const message = `this address is private. Use a public https:// address${listen}.`;
  return new PrivateAddressError('invalid_request', { detail: `${field}: ${message}`, errors: [{ field, message }] });
}

export interface DeliveryAddress {
  field: string;
  /** A webhook's URL, a postback's template. */
  url: string;
  kind: EndpointKind;
  mode: Mode;
}

/**
 * Refuses an address that we may not deliver to. A host name without an address is accepted: each attempt looks it up again
 * and checks the result.
 *
 * @throws {ProblemError} `invalid_request` with the reason, for a private one {@link PrivateAddressError}.
 */
export async function assertDeliverable(ctx: Context, address: DeliveryAddress): Promise<void> {
  const fault = address.kind === 'postback' ? postbackTemplateFault(address.url) : null;
  if (fault !== null) throw invalidField(address.field, fault);
  const url = address.kind === 'postback' ? plainPostbackUrl(address.url) : address.url;
  const allowPrivate = mayBePrivate(ctx.config, url);
  const check = checkDeliveryUrl(url, { mode: address.mode, allowPrivate });
  if (!check.ok) throw check.isPrivate ? privateAddress(address) : invalidField(address.field, check.reason);
  const resolve = allowPrivate ? resolveNameLocally : resolveName;
  try {
    await Promise.race([
      permittedAddresses(check.url.hostname, { resolve, allowPrivate }),
      pause(LOOK_UP_MS, undefined, { ref: false }),
    ]);
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error;
    if (error.failure === 'blocked_address') throw privateAddress(address);
  }
}
