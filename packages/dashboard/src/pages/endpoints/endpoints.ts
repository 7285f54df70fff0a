import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import type { List, Mode } from '../../api/types/common.ts';
import type {
  Delivery,
  DeliveryDetail,
  Endpoint,
  EndpointDetail,
  EndpointKind,
  Health,
  HealthRange,
} from '../../api/types/endpoints.ts';

/** The newest webhooks or postbacks; as many as one page may hold. */
export const endpointsQuery = (mode: Mode, kind: EndpointKind, search = '') =>
  queryOptions({
    queryKey: ['endpoints', mode, kind, search],
    queryFn: ({ signal }) => get<List<Endpoint>>('/endpoints', { mode, kind, search, limit: 100 }, signal),
    placeholderData: keepPreviousData,
  });

/** All of them, page by page. */
export const pagedEndpointsQuery = (mode: Mode, kind: EndpointKind, search: string) =>
  infiniteQueryOptions({
    queryKey: ['endpoints', mode, kind, search, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get<List<Endpoint>>('/endpoints', { mode, kind, search, limit: 50, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => get<EndpointDetail>(`/endpoints/${id}`, {}, signal),
    // A replay goes on meanwhile.
    refetchInterval: ({ state }) => (state.data?.replay && !state.data.replay.finished_at ? 2_000 : 15_000),
  });

export const healthQuery = (id: string, range: HealthRange) =>
  queryOptions({
    queryKey: ['health', id, range],
    queryFn: ({ signal }) => get<Health>(`/endpoints/${id}/health`, { range }, signal),
    staleTime: 30_000,
  });

const MOVING = new Set(['pending', 'retrying']);

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => get<DeliveryDetail>(`/deliveries/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data && MOVING.has(state.data.state) ? 2_000 : false),
  });

/** What a delivery says, with its subject: `Event sold out`, `Earning approved`. */
export function titleOf({ type, what }: Pick<Delivery, 'type' | 'what'>): string {
  if (what === 'test') return 'Test delivery';
  return `${type === 'event.changed' ? 'Event' : 'Earning'} ${what}`;
}

/** The words of the two kinds. */
export const KINDS = {
  webhook: {
    one: 'webhook',
    many: 'Webhooks',
    path: '/webhooks',
    lead: 'Get notified when events or earnings change. We sign each request and retry for two days until you answer 2xx.',
  },
  postback: {
    one: 'postback',
    many: 'Postbacks',
    path: '/postbacks',
    lead: 'Tell your tracker when an earning changes. We call its address with your click ID.',
  },
} as const;
