import { useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Answer, Input, Item, Operation } from '../api/operations.ts';
import { firstPageEvery, keepWithin } from '../api/queries.ts';

/** Operations that answer with a page of a list. */
export type ListOperation = {
  [Name in Operation]: Answer<Name> extends { data: unknown[]; next: string | null } ? Name : never;
}[Operation];

interface Options {
  /** Reads the first page again at this interval, in milliseconds, while no other is shown. */
  poll?: number;
  /** False while a filter is wrong: the list of before stays. */
  enabled?: boolean;
}

/** A list of the service, read page by page. While a filter changes, the rows of before stay. */
export function useList<Name extends ListOperation>(
  name: Name,
  input: Input<Name>,
  { poll, enabled = true }: Options = {},
) {
  const given = input as { query?: object };
  const query = useInfiniteQuery({
    // Not the key of `query`, whose data has no pages.
    queryKey: [name, 'pages', input],
    queryFn: async ({ pageParam, signal }) => {
      const page = pageParam === null ? given : { ...given, query: { ...given.query, cursor: pageParam } };
      return (await read(name, page, signal)) as Answer<Name> & { data: Item<Name>[]; next: string | null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepWithin(given),
    refetchInterval: poll === undefined ? false : firstPageEvery(poll),
    enabled,
  });
  const pages = query.data?.pages;
  return { ...query, first: pages?.[0], rows: pages?.flatMap(({ data }) => data) };
}

/** A list that is read page by page, as `useInfiniteQuery` returns it. */
export interface List<Row> {
  rows: Row[] | undefined;
  isFetching: boolean;
  /** The rows belong to the previous filters. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** A failed page is asked for again only by hand. */
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}
