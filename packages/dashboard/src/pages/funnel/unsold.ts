import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';

/** The filter of the reasons. */
export interface UnsoldQuery {
  mode: Mode;
  from?: string;
  to?: string;
  sub_id?: string;
  event_id?: string;
  country?: string;
  span: '7d' | 'all';
}

/** Why opened links led to no sale with a reward. */
export const unsoldQuery = (narrowed: UnsoldQuery) =>
  queryOptions({ ...query('GET /funnel/unsold', { query: { ...narrowed } }), placeholderData: keepPreviousData });
