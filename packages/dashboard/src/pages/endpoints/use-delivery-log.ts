import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { LOG } from '../../api/queries.ts';
import type { Filters } from '../../pages.ts';

const HOUR = 3_600_000;
const SPAN_MS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR };

export type LogFilter = Pick<Filters<'/webhooks/$id'>, 'state' | 'type' | 'event' | 'since'>;

type Page = Answer<'GET /endpoints/:id/deliveries'>;
type Log = InfiniteData<Page, string | null>;

const REFRESH_MS = 10_000;

/**
 * The deliveries of an endpoint, newest first. Older pages are read once, when they are asked for; new deliveries come
 * with the first page, which is read again every ten seconds and after each change (`useChange`).
 */
export function useDeliveryLog(id: string, filter: LogFilter) {
  const client = useQueryClient();
  const readPage = (cursor: string | null, signal: AbortSignal) => {
    // A cursor has the filters of its first page.
    const query = cursor === null ? toQuery(filter) : { cursor };
    return read('GET /endpoints/:id/deliveries', { id, query }, signal);
  };
  const options = infiniteQueryOptions({
    queryKey: [LOG, id, filter],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const log = useInfiniteQuery(options);
  useQuery({
    queryKey: ['GET /endpoints/:id/deliveries', id, filter],
    queryFn: async ({ signal }) => {
      const head = await readPage(null, signal);
      client.setQueryData<Log>(options.queryKey, (before) => before && withHead(before, head));
      return Date.now();
    },
    // The log's own first reading counts.
    initialData: () => Date.now(),
    staleTime: REFRESH_MS - 1_000,
    refetchInterval: REFRESH_MS,
    enabled: log.isSuccess,
  });
  return log;
}

function toQuery({ state, type, event, since }: LogFilter) {
  const from = since && new Date(Date.now() - SPAN_MS[since]).toISOString();
  return { state, type, event_id: event, since: from };
}

/** A log whose first page was read again: it stands in place of all that is as new. Where they do not meet, older ones go. */
function withHead(log: Log, head: Page): Log {
  const known = new Set(log.pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const last = head.data.findLast(({ id }) => known.has(id));
  if (!last || head.next === null) return { pages: [head], pageParams: [null] };
  let older = false;
  const pages = log.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => {
      const is = older;
      older ||= id === last.id;
      return is;
    }),
  }));
  const [first, ...rest] = pages;
  return { ...log, pages: [{ ...(first ?? head), data: [...head.data, ...(first?.data ?? [])] }, ...rest] };
}
