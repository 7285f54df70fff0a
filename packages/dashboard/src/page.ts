import { useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from './api/client.ts';
import { useKeepSession, useSession } from './api/session.ts';
import type { Mode } from './api/types.ts';
import { type Filters, factsOf, PAGES, type PageFacts, type PagePath } from './pages.ts';

/** The page that is open, as the list has it; undefined on the sign-in page and where there is none. */
export function usePage() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  if (!(path in PAGES)) return undefined;
  const facts = factsOf(path as PagePath);
  const list = facts.list && { to: facts.list, label: factsOf(facts.list).nav?.label ?? '' };
  return { ...facts, path: path as PagePath, list };
}

/** Test or live: a part of every address, so that a link shows what its sender saw. */
export function useMode(): Mode {
  const { mode } = useSearch({ strict: false });
  const session = useSession();
  return mode ?? session.mode;
}

/** Opens the same page in the other mode, and keeps the choice. An object is of one mode: its page gives way to the list that it is in. */
export function useSwitchMode(): (mode: Mode) => void {
  const navigate = useNavigate();
  const page = usePage();
  const keep = useKeepSession();
  const session = useSession();
  return (mode) => {
    // The dashboard opens with this mode from now on. If the call fails, the address still has the mode.
    if (session.reason === null) void call('POST /session/mode', { body: { mode } }).catch(() => null);
    keep({ ...session, mode });
    void navigate({ to: page?.list?.to ?? page?.path ?? '/', search: { mode } });
  };
}

/** Shows an object in its own mode, also after a link or a search opened it. @param mode undefined while the object is read. */
export function useOwnMode(mode: Mode | undefined): void {
  const shown = useMode();
  const navigate = useNavigate();
  useEffect(() => {
    if (mode === undefined || mode === shown) return;
    void navigate({ to: '.', search: (before) => ({ ...before, mode }), replace: true, resetScroll: false });
  }, [mode, shown, navigate]);
}

/** Sets some filters of a page. An empty text takes one away. */
type SetFilters<F> = (some: { [Name in keyof F]?: F[Name] | '' }) => void;

/** The filters of a page, their setter, and the values to choose from with their labels, as `useFilters` returns them. */
export type UsedFilters<F> = readonly [filters: F, set: SetFilters<F>, labels?: PageFacts['filters']];

/**
 * The filters of a page, which are a part of its address, so that a link shows them and Reload keeps them; and what sets some
 * of them. An empty text takes one away. Back undoes the last.
 */
export function useFilters<Path extends PagePath>(path: Path): UsedFilters<Filters<Path>> {
  const filters = useSearch({ strict: false }) as unknown as Filters<Path>;
  const navigate = useNavigate();
  return [
    filters,
    (some) => {
      const given = Object.fromEntries(Object.entries(some).map(([name, value]) => [name, value || undefined]));
      void navigate({ to: '.', search: (before) => ({ ...before, ...given }), resetScroll: false });
    },
    factsOf(path).filters,
  ];
}

/** All filters of a page, each taken away. */
export function noFilters(path: PagePath): Record<string, ''> {
  return Object.fromEntries(Object.keys(factsOf(path).filters ?? {}).map((name) => [name, '']));
}

/** The filters of a page that are set, without what else its address has, such as the mode. */
export function chosenFilters(path: PagePath, given: object) {
  const names = noFilters(path);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => name in names && value));
}
