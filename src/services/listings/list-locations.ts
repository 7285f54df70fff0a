import type { Viewer } from '../../domain/viewer.js';
import { countByCity } from '../../store/listing-counts.js';
import type { Context } from '../context.js';
import { countScope } from './count-scope.js';
import { viewerNotices } from './notices.js';

/** Cities with their numbers of upcoming events, most first, as finished JSON (contract: GET /locations). */
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
