import type { EndpointKind } from './rules/endpoint-kind.js';
import { plainPostbackUrl } from './rules/postback-template.js';

/** An endpoint in a few words, for Temporal. Of its address only the host, since the rest may hold secrets. Never fails. */
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
