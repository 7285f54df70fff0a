import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address, as written by a resolver or a URL parser, belongs to the public internet: IPv4 unicast outside
 * every special range, or IPv6 inside 2000::/3 and outside every special range. Everything else is not, including text
 * that is not an address: loopback, private, link-local, metadata, mapped, compatible, translated and tunnelled forms.
 */
export function isPublicAddress(address: string): boolean {
  // `isIP` refuses the short, octal and hexadecimal spellings that ipaddr.js would read.
  const version = isIP(address);
  if (version === 4) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (version !== 6 || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.match(GLOBAL_UNICAST_IPV6) && parsed.range() === 'unicast';
}

/** The literal IP address in a URL's `hostname`, without brackets; null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** Whether a host name can only ever mean this machine (RFC 6761). */
export function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}
