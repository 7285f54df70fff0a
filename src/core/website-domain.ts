import type { KeyKind } from './viewer.js';

/** One or more labels of letters, digits and inner hyphens; punycode for everything else. */
const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** No host is longer. The parser of URLs takes time quadratic in the length of the host, so it never sees one. */
const LONGEST_HOST = 300;

/**
 * A domain as stored for a website key: lower case, punycode, perhaps with a port, perhaps `*.` in front for its
 * subdomains.
 *
 * @returns null when the text is no such domain: an address with a path, a bare `*`, a subdomain wildcard over a single label.
 */
export function normalizeDomain(text: string): string | null {
  if (text.length > LONGEST_HOST) return null;
  const trimmed = text.trim().toLowerCase();
  const wildcard = trimmed.startsWith('*.');
  const bare = wildcard ? trimmed.slice(2) : trimmed;
  const url = bare === '' || /[/?#@\s*\\]/.test(bare) ? null : URL.parse(`https://${bare}`);
  if (url === null) return null;
  const { hostname, port } = url;
  if (!HOST.test(hostname) && !/^\[[0-9a-f:.]+\]$/.test(hostname)) return null;
  if (wildcard && !hostname.includes('.')) return null;
  const explicitPort = port || (bare.endsWith(':443') ? '443' : '');
  return `${wildcard ? '*.' : ''}${hostname}${explicitPort ? `:${explicitPort}` : ''}`;
}

/** @returns the fault of a key's domains, worded to follow the field's name; null when the key can have them. */
export function domainsFault({ kind, domains = [] }: { kind: KeyKind; domains?: readonly string[] }): string | null {
  if (kind !== 'website') return domains.length > 0 ? 'only a website key has domains' : null;
  if (domains.length === 0) return 'a website key needs at least one domain';
  const areHosts = domains.every((domain) => normalizeDomain(domain) !== null);
  return areHosts ? null : 'must be host names such as `example.com` or `*.example.com`';
}

const ADDRESS = new RegExp(`^https?://[^/?#\\\\]{1,${LONGEST_HOST}}(?:[/?#\\\\]|$)`, 'i');

/**
 * Whether a page of `origin` may use a key listed for `domains`: the host itself, or a subdomain listed with `*.`.
 * An entry without a port stands for every port.
 *
 * @param origin of an `Origin` or `Referer` header; anything but an http(s) address never matches.
 */
export function isAllowedOrigin(origin: string, domains: readonly string[]): boolean {
  const url = ADDRESS.test(origin) ? URL.parse(origin) : null;
  if (url === null) return false;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return domains.some((domain) => {
    const [, host = '', listedPort] = /^(.*?)(?::(\d+))?$/.exec(domain) ?? [];
    if (listedPort !== undefined && listedPort !== port) return false;
    return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
  });
}
