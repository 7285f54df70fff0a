import { z } from 'zod';
import { listSavedFilters, removeSavedFilters, saveFilters } from '../../src/members/saved-filters.js';
import { savedFiltersBody } from './bodies.js';
import { listOf, operation, whole } from './operation.js';
import { instant } from './wire.js';

const saved = z
  .object({
    id: z.string(),
    page: z.string(),
    name: z.string(),
    filters: z.record(z.string(), z.string()),
    created_at: instant,
  })
  .meta({ id: 'SavedFilters', description: 'Filters of a list that the member keeps under a name.' });

/** The filters that the member saved. Other members do not see them. */
export const SAVED_FILTER_OPERATIONS = [
  operation('GET /saved-filters', {
    may: 'self',
    summary: 'List the filters that you saved',
    query: z.object({ page: z.string().max(100).optional() }),
    answer: listOf(saved),
    run: async ({ ctx, member, query }) => whole(await listSavedFilters(ctx, member, query.page)),
  }),
  operation('POST /saved-filters', {
    may: 'self',
    summary: 'Save the filters of a list under a name',
    body: savedFiltersBody,
    answer: saved,
    status: 201,
    run: ({ ctx, member, body }) => saveFilters(ctx, member, body),
  }),
  operation('POST /saved-filters/:id/remove', {
    may: 'self',
    summary: 'Remove saved filters',
    answer: null,
    run: ({ ctx, member, params }) => removeSavedFilters(ctx, member, params.id),
  }),
];
