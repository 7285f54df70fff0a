import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from './client.ts';
import type { Args, Operation } from './operations.ts';
import type { EndpointKind, Mode, Span } from './types.ts';

/** The answer of an operation, kept under its name and input. A POST only if it changes nothing. */
export function query<Name extends Operation>(name: Name, ...[input]: Args<Name>) {
  return queryOptions({
    queryKey: [name, input ?? {}],
    queryFn: ({ signal }) => read(name, input ?? {}, signal),
  });
}

/** The key of the log of deliveries, whose pages are read once (`pages/endpoints/DeliveryLog.tsx`). */
export const LOG = 'log';

export const sessionQuery = queryOptions({ ...query('GET /session'), staleTime: 60_000 });

export const noticesQuery = (mode: Mode) =>
  queryOptions({ ...query('GET /notices', { query: { mode } }), refetchInterval: 60_000 });

/** What forms let one choose from: the same for as long as the page is open. */
export const choicesQuery = (mode: Mode) =>
  queryOptions({ ...query('GET /choices', { query: { mode } }), staleTime: 'static' });

export const keysQuery = (mode: Mode) => query('GET /keys', { query: { mode } });

/** Earnings at a glance. */
export const summaryQuery = (mode: Mode, span: Span = '30d') =>
  query('GET /earnings/summary', { query: { mode, span } });

/** The newest endpoints; as many as one page may hold. */
export const endpointsQuery = (mode: Mode, kind: EndpointKind, search = '') =>
  queryOptions({
    ...query('GET /endpoints', { query: { mode, kind, search, limit: 100 } }),
    placeholderData: keepPreviousData,
  });

const scopeOf = (input: unknown) => {
  const { id, query } = input as { id?: string; query?: { mode?: Mode } };
  return `${query?.mode} ${id}`;
};

/** For `placeholderData`: keeps the last answer while filters change, but not for another object or mode. */
export const keepWithin =
  (input: object) =>
  <Data>(last: Data | undefined, before: { queryKey: readonly unknown[] } | undefined): Data | undefined =>
    before && scopeOf(before.queryKey.at(-1)) === scopeOf(input) ? last : undefined;

/** Refetches a list at this interval while only its first page is shown. */
export const firstPageEvery =
  (milliseconds: number) =>
  ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
    state.data?.pages.length === 1 ? milliseconds : false;

export const endpointQuery = (id: string) =>
  queryOptions({
    ...query('GET /endpoints/:id', { id }),
    // A replay is running.
    refetchInterval: ({ state }) => (state.data?.replay && !state.data.replay.finished_at ? 2_000 : 15_000),
  });
