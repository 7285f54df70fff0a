import { type FieldError, ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { assertDeliverable } from './checked-address.js';
import { endpointOwner } from './endpoint-owner.js';
import { samplePostback } from './rules/postback-sample.js';
import { plainPostbackUrl, postbackTemplateFault } from './rules/postback-template.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';

export interface CheckedAddress {
  /** None: it can be saved. */
  errors: FieldError[];
  /** A postback's address with sample values; null where it cannot be resolved. */
  preview: string | null;
}

/**
 * Judges an address while somebody types it, as saving it would. Nothing is sent to it.
 *
 * @param input.keyId of the company.
 * @throws {ProblemError} `invalid_request` for a key that is not the company's.
 */
export async function checkAddress(
  ctx: Context,
  input: { companyId: string; keyId: string; kind: EndpointKind; url: string },
): Promise<CheckedAddress> {
  const { kind, url } = input;
  const { mode } = await endpointOwner(ctx, input.keyId, { companyId: input.companyId });
  const fault = kind === 'postback' ? postbackTemplateFault(url) : null;
  if (fault !== null) return { errors: [{ field: 'url', message: fault }], preview: null };
  const plain = kind === 'postback' ? plainPostbackUrl(url) : url;
  const preview = kind === 'postback' ? samplePostback(url, { now: ctx.clock.now(), deliveryId: 'dlv_sample' }) : null;
  try {
    await assertDeliverable(ctx, { field: 'url', url: plain, kind, mode });
    return { errors: [], preview };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { errors: error.errors ?? [], preview };
  }
}
