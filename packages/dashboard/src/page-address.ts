import { defaultParseSearch } from '@tanstack/react-router';
import type { Mode } from './api/types.ts';

const KEY = 'dashboard-page-address';
/** Longer than a link's fifteen minutes: whoever comes too late asks for another. */
const KEPT_MS = 3_600_000;

/** A page of the dashboard, as the router takes it. */
export interface AskedPage {
  to: string;
  search: { mode?: Mode };
}

/** The page at an address such as `/keys?mode=live`; null for one of another host, the sign-in page and what is no address. */
export function pageAt(address: unknown): AskedPage | null {
  if (typeof address !== 'string' || !address.startsWith('/')) return null;
  const url = URL.parse(address, window.location.origin);
  // The parser decides, as it would for a link: `//host` and `/\host` are other hosts.
  if (url?.origin !== window.location.origin) return null;
  const to = url.pathname.replace(/^\/dashboard(?=\/|$)/, '') || '/';
  if (/^\/(?:\/|sign-in$)/.test(to)) return null;
  // As the router wrote it: digits stand between quotes in an address.
  return { to, search: defaultParseSearch(url.search) as AskedPage['search'] };
}

/**
 * Keeps the page that somebody wanted to see, for when they come back by the mailed link, which opens in a tab of its own. In
 * this browser alone: the link itself does not say it, as anybody can have one mailed to anybody.
 */
export function keepAskedPage(address: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ address, until: Date.now() + KEPT_MS }));
  } catch {
    // A browser that keeps nothing: the overview opens instead.
  }
}

/** The address that was kept, which is forgotten; undefined without one. */
export function takeAskedPage(): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { address?: unknown; until?: unknown } | null;
    localStorage.removeItem(KEY);
    return Number(kept?.until) > Date.now() && pageAt(kept?.address) ? String(kept?.address) : undefined;
  } catch {
    return undefined;
  }
}
