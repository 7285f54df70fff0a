import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [first: Address, bits: number];

/** IPv4 addresses that arrive on an IPv6 socket are written `::ffff:203.0.113.7`: the last 32 bits count. */
const MAPPED_BITS = 96;

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/;

/** An address without the port that some proxies write after it in `X-Forwarded-For`. */
function withoutPort(text: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  return ipv4 ?? ipv6 ?? text;
}

/** The canonical form of an IP address, mapped IPv4 as IPv4; null when the text is not an address, or is ambiguous. */
function readAddress(text: string): Address | null {
  const version = isIP(text);
  if (version === 4) return ipaddr.IPv4.parse(text);
  if (version !== 6) return null;
  // With a dotted end the library would read `::203.0.113.7`, which is no mapped address, as one: URLs have none.
  const { hostname } = new URL(`http://[${text.replace(/%.*$/, '')}]`);
  const parsed = ipaddr.IPv6.parse(hostname.slice(1, -1));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

function writeNetwork([first, bits]: Network): string {
  return `${first.toString()}/${bits}`;
}

function readNetwork(text: string): Network | { fault: string } {
  const [written = '', length, ...more] = text.trim().split('/');
  const address = written.includes('%') ? null : readAddress(written);
  if (!address || more.length > 0) return { fault: 'is no address and no network such as 203.0.113.0/24' };
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return [address, most];
  const bits = Number(length) - (most === 32 && isIP(written) === 6 ? MAPPED_BITS : 0);
  if (!/^\d{1,3}$/.test(length) || bits > most) return { fault: `does not end in a length up to /${most}` };
  if (bits <= 0) return { fault: 'would stand for every address' };
  const first: Address = (most === 32 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${address}/${bits}`);
  if (first.toString() !== address.toString()) {
    return { fault: `names one machine and a whole network: write ${writeNetwork([first, bits])}, or ${address}` };
  }
  return [first, bits];
}

/** The canonical form of an address or network; `fault` ends a sentence: other spellings, bits beyond the length, `/0`. */
export function normalizeNetwork(text: string): { network: string } | { fault: string } {
  const read = readNetwork(text);
  return 'fault' in read ? read : { network: writeNetwork(read) };
}

const MAX_VERDICTS = 1_000;

/**
 * Tests whether an IP address is in any of the networks. Invalid addresses never are. IPv4 and its mapped form are the
 * same; otherwise a network contains only addresses of its own family.
 *
 * @throws {TypeError} for a network that {@link normalizeNetwork} would refuse.
 */
export function networkMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  const read = networks.map((text) => {
    const network = readNetwork(text);
    if ('fault' in network) throw new TypeError(`${text} ${network.fault}`);
    return network;
  });
  // The same few addresses call again and again.
  const verdicts = new LRUCache<string, boolean>({
    max: MAX_VERDICTS,
    memoMethod(text) {
      const address = readAddress(withoutPort(text));
      return address !== null && ipaddr.subnetMatch(address, { inside: read }, 'outside') === 'inside';
    },
  });
  return (text) => text !== undefined && verdicts.memo(text);
}

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
