import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import type { List } from '../../api/types/common.ts';
import type { Delivery } from '../../api/types/endpoints.ts';
import { chosenOf, type Filters } from '../../filters.ts';

const HOUR = 3_600_000;

export const SPANS = [
  { value: '', label: 'Any time', hours: 0 },
  { value: '1h', label: 'Last hour', hours: 1 },
  { value: '24h', label: 'Last 24 hours', hours: 24 },
  { value: '7d', label: 'Last 7 days', hours: 168 },
];

/** What the log is narrowed to. */
export type LogFilter = Pick<Filters, 'state' | 'type' | 'event' | 'since'>;

export const NO_FILTER: Required<LogFilter> = { state: '', type: '', event: '', since: '' };

type Page = List<Delivery>;
type Log = InfiniteData<Page, string | null>;

const REFRESH_MS = 10_000;

/**
 * The deliveries of an endpoint, newest first. Older pages are read once, when they are asked for; what is new comes with the
 * first page, which is read again every ten seconds and after each change (`deliveries`).
 */
export function useDeliveryLog(id: string, filter: LogFilter) {
  const client = useQueryClient();
  const read = (cursor: string | null, signal: AbortSignal) => {
    // A cursor has the filters of its first page.
    const query = cursor === null ? queryOf(filter) : { cursor };
    return get<Page>(`/endpoints/${id}/deliveries`, query, signal);
  };
  const options = infiniteQueryOptions({
    queryKey: ['log', id, filter],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const log = useInfiniteQuery(options);
  useQuery({
    queryKey: ['deliveries', id, filter],
    queryFn: async ({ signal }) => {
      const head = await read(null, signal);
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

function queryOf({ state, type, event, since }: LogFilter) {
  const { hours } = SPANS.find(({ value }) => value === chosenOf(SPANS, since)) ?? { hours: 0 };
  return { state, type, event_id: event, since: hours ? new Date(Date.now() - hours * HOUR).toISOString() : undefined };
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
