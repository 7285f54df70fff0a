import { plainPostbackUrl } from './rules/postback-template.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';

/**
 * An endpoint in a few words, for Temporal: of its address, which may hold secrets, the host alone. Whatever the address is,
 * this never fails: others wait behind it.
 */
export function nameEndpoint({
  kind,
  companyName,
  url,
}: {
  kind: EndpointKind;
  companyName: string;
  url: string;
}): string {
  const address = URL.parse(url) ?? URL.parse(plainPostbackUrl(url));
  const host = address?.host ?? 'an address that cannot be read';
  return `${kind === 'webhook' ? 'Webhook' : 'Postback'} of ${companyName} at ${host}`;
}
