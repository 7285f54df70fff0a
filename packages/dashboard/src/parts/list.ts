import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Answer, Input, Item, Operation } from '../api/operations.ts';
import { firstPageEvery } from '../api/queries.ts';

/** Operations that answer with a page of a list. */
export type ListOperation = {
  [Name in Operation]: Answer<Name> extends { data: unknown[]; next: string | null } ? Name : never;
}[Operation];

interface Options<Name extends ListOperation> {
  /** Reads the first page again at this interval, in milliseconds, while no other is shown. */
  poll?: number;
  /** False while a filter is wrong: the list of before stays. */
  enabled?: boolean;
  /** Overrides the input for later pages. Absent: the same input with the cursor. */
  next?: Partial<Input<Name>>;
}

/** A list of the service, read page by page. While a filter changes, the rows of before stay. */
export function useList<Name extends ListOperation>(
  name: Name,
  input: Input<Name>,
  { poll, enabled = true, next }: Options<Name> = {},
) {
  const given = input as { query?: object };
  const query = useInfiniteQuery({
    queryKey: [name, input],
    queryFn: async ({ pageParam, signal }) => {
      const page = pageParam === null ? given : { ...given, query: { ...given.query, ...next, cursor: pageParam } };
      return (await read(name, page, signal)) as Answer<Name> & { data: Item<Name>[]; next: string | null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: poll === undefined ? false : firstPageEvery(poll),
    enabled,
  });
  const pages = query.data?.pages;
  return { ...query, first: pages?.[0], rows: pages?.flatMap(({ data }) => data) };
}

export type List<Row> = Pick<
  ReturnType<typeof useList<ListOperation>>,
  'error' | 'refetch' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
> & { rows: Row[] | undefined };
