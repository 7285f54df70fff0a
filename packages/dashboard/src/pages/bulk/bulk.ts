import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../../api/client.ts';
import type { BulkCount, BulkFilter, BulkSubscription } from '../../api/types/bulk.ts';
import type { List, Mode } from '../../api/types/common.ts';

export const bulkQuery = (mode: Mode) =>
  queryOptions({
    queryKey: ['bulk', mode],
    queryFn: ({ signal }) => get<List<BulkSubscription>>('/bulk-subscriptions', { mode }, signal),
  });

/** What a filter would cover. A POST, because of its lists; it changes nothing. */
export const bulkCountQuery = (mode: Mode, filter: Partial<BulkFilter>) =>
  queryOptions({
    queryKey: ['bulk-count', mode, filter],
    queryFn: () => post<BulkCount>('/bulk-subscriptions/count', filter, { mode }),
    staleTime: 60_000,
  });

/** The filter in words: `DE, FR · music · next 90 days`. */
export function wordsOfFilter({ countries, categories, days_ahead: days, paying_only: paying }: BulkFilter): string {
  const parts = [
    countries?.length ? countries.join(', ') : 'every country',
    categories?.length ? categories.join(', ') : 'every category',
    ...(days === null ? [] : [`next ${days} days`]),
    ...(paying ? ['only what pays'] : []),
  ];
  return parts.join(' · ');
}
