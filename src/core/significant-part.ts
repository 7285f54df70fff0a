import ipaddr from 'ipaddr.js';
import { withoutPort } from './ip-allowlist.js';

/** The part of an address that stands for one visitor: IPv6 hosts change the lower half at will. */
export function significantPart(forwarded: string): string {
  const address = withoutPort(forwarded);
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const upper = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return upper.join(':');
}
