import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { countScope } from './count-scope.js';
import { viewerNotices } from './notices.js';
import { countByCity } from './sql/listing-counts.js';

/** Cities with their number of upcoming events, most first, as finished JSON (contract: GET /locations). */
export async function listLocations(
  ctx: Context,
  viewer: Viewer,
  filters: { country?: string; limit: number },
): Promise<Buffer> {
  const locations = await countByCity(ctx.reads, countScope(viewer, filters.country), filters.limit);
  const notices = viewerNotices(ctx, viewer);
  const answer = { object: 'list', mode: viewer.mode, locations, ...(notices.length > 0 && { notices }) };
  return Buffer.from(JSON.stringify(answer));
}
