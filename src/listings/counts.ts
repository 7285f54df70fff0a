import { agreementOf, narrowed } from '../core/coverage.js';
import { translator } from '../core/locales/messages.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { viewerNotices } from './list-events.js';
import { categoryName } from './rules/event-labels.js';
import { type CountQuery, countByCategory, countByCity } from './sql/listing-counts.js';

/** Categories with their names and number of upcoming events, most first, as finished JSON (contract: GET /categories). */
export async function listCategories(
  ctx: Context,
  viewer: Viewer,
  query: { country?: string; locale?: string },
): Promise<Buffer> {
  const scope = countScope(viewer, query.country);
  const t = translator(query.locale);
  const counts = await countByCategory(ctx.reads, scope);
  const categories = counts.map(({ id, events }) => ({ id, name: categoryName(id, t), events }));
  return listAnswer(ctx, viewer, { categories });
}

/** Cities with their number of upcoming events, most first, as finished JSON (contract: GET /locations). */
export async function listLocations(
  ctx: Context,
  viewer: Viewer,
  filters: { country?: string; limit: number },
): Promise<Buffer> {
  const scope = countScope(viewer, filters.country);
  const locations = await countByCity(ctx.reads, scope, filters.limit);
  return listAnswer(ctx, viewer, { locations });
}

function listAnswer(ctx: Context, viewer: Viewer, list: object): Buffer {
  const notices = viewerNotices(ctx, viewer);
  return Buffer.from(
    JSON.stringify({ object: 'list', mode: viewer.mode, ...list, ...(notices.length > 0 && { notices }) }),
  );
}

/** Selects the events that `GET /events` lists for the viewer with this country. */
function countScope(viewer: Viewer, country: string | undefined): CountQuery {
  const agreement = agreementOf(viewer);
  return {
    samples: viewer.mode === 'test',
    countries: narrowed(agreement.countries, country),
    categories: agreement.categories,
    payingOnly: agreement.payingOnly,
  };
}
