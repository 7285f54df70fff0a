import { plainPostbackUrl } from './rules/postback-template.js';
import type { EndpointKind } from './sql/delivery-endpoints.js';

/**
 * An endpoint in a few words, for Temporal. Of its address, which may hold secrets, only the host is shown. It never fails.
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
