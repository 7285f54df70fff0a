import type { BulkSubscription } from '../../api/types.ts';

type Filter = Pick<BulkSubscription, 'countries' | 'categories' | 'days_ahead' | 'paying_only'>;

/** The filter in words: `DE, FR · music · next 90 days`. */
export function textOfFilter({ countries, categories, days_ahead: days, paying_only: paying }: Filter): string {
  const parts = [
    countries?.length ? countries.join(', ') : 'all countries',
    categories?.length ? categories.join(', ') : 'all categories',
    ...(days === null ? [] : [`next ${days} days`]),
    ...(paying ? ['events that pay a reward'] : []),
  ];
  return parts.join(' · ');
}
