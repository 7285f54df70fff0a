import { checkDeliveryUrl } from '../core/delivery-url.js';
import type { Mode } from '../core/mode.js';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { DeliveryFault } from '../platform/outbound-http/faults.js';
import { permittedAddresses, resolveName, resolveNameLocally } from '../platform/outbound-http/resolve.js';
import { mayBePrivate } from './may-be-private.js';

/** How long DNS may take while somebody waits for the URL to be saved. */
const LOOK_UP_MS = 3_000;

const HINT =
  'To receive on your own machine, run `partner-events listen --forward <url>`; for other private addresses, start the ' +
  'service and this command with ALLOW_PRIVATE_DELIVERY=1 (development only)';

/**
 * Refuses a URL that we may not deliver to. A host name without an address is accepted: each attempt looks it up again
 * and checks the result.
 *
 * @throws {ProblemError} `invalid_request` with the reason.
 */
export async function assertDeliverable(
  ctx: Context,
  address: { field: string; url: string; mode: Mode },
): Promise<void> {
  const allowPrivate = mayBePrivate(ctx.config, address.url);
  const check = checkDeliveryUrl(address.url, { mode: address.mode, allowPrivate });
  if (!check.ok) throw invalidField(address.field, check.isPrivate ? `${check.reason}. ${HINT}` : check.reason);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LOOK_UP_MS);
  });
  const resolve = allowPrivate ? resolveNameLocally : resolveName;
  try {
    await Promise.race([permittedAddresses(check.url.hostname, { resolve, allowPrivate }), late]);
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error;
    if (error.failure === 'blocked_address') throw invalidField(address.field, `${error.message}. ${HINT}`);
  } finally {
    clearTimeout(timer);
  }
}
