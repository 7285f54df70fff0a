/** The version of the package; sent as `User-Agent` outside browsers. */
export const VERSION = '1.0.0';

interface Surroundings {
  document?: unknown;
  window?: unknown;
  WorkerGlobalScope?: unknown;
  location?: { href?: unknown };
  process?: { versions?: { node?: string } };
}

/** Whether this is a page or a worker of a browser, where every visitor can read the program's data. */
export function isBrowser(surroundings: Surroundings = globalThis as Surroundings): boolean {
  if (surroundings.window !== undefined && surroundings.document !== undefined) return true;
  // Servers of some hosts are workers too; only a browser's has an address it was loaded from.
  return surroundings.WorkerGlobalScope !== undefined && typeof surroundings.location?.href === 'string';
}

/** `User-Agent` of calls; null in browsers, which send their own. */
export function userAgent(): string | null {
  if (isBrowser()) return null;
  const node = (globalThis as Surroundings).process?.versions?.node;
  return `partner-events-client/${VERSION}${node ? ` node/${node}` : ''}`;
}

/**
 * 32 random hexadecimal digits, impossible to guess. Works also on pages without TLS, where browsers have no
 * `randomUUID`.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
