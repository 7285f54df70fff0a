import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import { read } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { LOG } from '../../api/queries.ts';
import type { EndpointKind } from '../../api/types.ts';
import { useFilters } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { DeliveryBadge, titleOf } from './endpoints.tsx';

/** Everything sent to an endpoint, newest first, endless. */
export function DeliveryLog({ id, kind }: { id: string; kind: EndpointKind }) {
  const filters = useFilters('/webhooks/$id');
  const [{ state, type, event, since }, setFilters] = filters;
  const filter = { state, type, event, since };
  const log = useDeliveryLog(id, filter);
  const filtered = Object.values(filter).some((value) => value);
  const clear = () => setFilters({ state: '', type: '', event: '', since: '' });
  return (
    <ListPage
      title="Deliveries"
      intro="Newest first. We keep them for 30 days."
      label="Deliveries"
      list={{ ...log, rows: log.data?.pages.flatMap(({ data }) => data) }}
      filters={
        <FilterBar label="Filter the deliveries">
          <FilterSelect filters={filters} name="state" label="State" all="All states" />
          {kind === 'webhook' && <FilterSelect filters={filters} name="type" label="Type" all="All types" />}
          <FilterSelect filters={filters} name="since" label="Time" all="Any time" />
          <SearchInput filters={filters} name="event" label="Event ID" placeholder="evt_…" />
        </FilterBar>
      }
      onClear={filtered ? clear : undefined}
      empty={
        filtered
          ? 'No deliveries match these filters.'
          : 'Nothing sent yet. Send a test above, or make a test purchase.'
      }
      keyOf={(delivery) => delivery.id}
      columns={[
        { title: 'State', phone: 3, cell: (delivery) => <DeliveryBadge state={delivery.state} /> },
        {
          title: 'Change',
          kind: 'text',
          phone: 1,
          cell: (delivery) => (
            <AnchorLink to="/deliveries/$id" params={{ id: delivery.id }} size="sm">
              {titleOf(delivery)}
            </AnchorLink>
          ),
        },
        { title: 'Event', kind: 'text', cell: ({ event_id: of }) => of ?? '–' },
        { title: 'Attempts', kind: 'number', cell: ({ attempt }) => attempt },
        {
          title: 'Last response',
          phone: 2,
          cell: ({ last_outcome: outcome }) => (outcome ? outcomeText(outcome) : '–'),
        },
        { title: 'Created', phone: 4, cell: ({ created_at: at }) => <DateText at={at} show="time" /> },
      ]}
    />
  );
}

const HOUR = 3_600_000;
const SPAN_MS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR };

type LogFilter = Pick<Filters<'/webhooks/$id'>, 'state' | 'type' | 'event' | 'since'>;

type Page = Answer<'GET /endpoints/:id/deliveries'>;
type Log = InfiniteData<Page, string | null>;

const REFRESH_MS = 10_000;

/**
 * The deliveries of an endpoint, newest first. Older pages are read once, when they are asked for; new deliveries come
 * with the first page, which is read again every ten seconds and after each change (`useChange`).
 */
function useDeliveryLog(id: string, filter: LogFilter) {
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
