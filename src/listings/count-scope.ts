import { agreementOf, narrowed } from '../core/coverage.js';
import type { Viewer } from '../core/viewer.js';
import type { CountQuery } from './sql/listing-counts.js';

/** The events that `GET /events` with this country would list for the viewer, as the counters know them. */
export function countScope(viewer: Viewer, country: string | undefined): CountQuery {
  const agreement = agreementOf(viewer);
  return {
    test: viewer.mode === 'test',
    countries: narrowed(agreement.countries, country),
    categories: agreement.categories,
    paying: agreement.payingOnly,
  };
}
