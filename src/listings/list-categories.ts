import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { countScope } from './count-scope.js';
import { viewerNotices } from './notices.js';
import { countByCategory } from './sql/listing-counts.js';

/** Categories with their number of upcoming events, most first, as finished JSON (contract: GET /categories). */
export async function listCategories(ctx: Context, viewer: Viewer, filters: { country?: string }): Promise<Buffer> {
  const categories = await countByCategory(ctx.reads, countScope(viewer, filters.country));
  const notices = viewerNotices(ctx, viewer);
  const answer = { object: 'list', mode: viewer.mode, categories, ...(notices.length > 0 && { notices }) };
  return Buffer.from(JSON.stringify(answer));
}
