import { defaultParseSearch } from '@tanstack/react-router';
import type { Mode } from './api/types.ts';

const KEY = 'dashboard-page-address';
/** Longer than a link's fifteen minutes: a member who comes too late asks for another. */
const KEPT_MS = 3_600_000;

/** A page of the dashboard, as the router takes it. */
export interface AskedPage {
  to: string;
  search: { mode?: Mode };
}

/** The page at an address such as `/keys?mode=live`; null for another host, the sign-in page and an invalid address. */
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
 * Keeps the wanted page for the time after the sign-in by the mailed link, which opens in a tab of its own. Only in
 * this browser: the link does not contain it, because a stranger can have a link mailed to a member.
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
