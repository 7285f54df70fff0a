import type { Viewer } from '../../domain/viewer.js';
import { countByCategory } from '../../store/listing-counts.js';
import type { Context } from '../context.js';
import { countScope } from './count-scope.js';
import { viewerNotices } from './notices.js';

/** Categories with their numbers of upcoming events, most first, as finished JSON (contract: GET /categories). */
export async function listCategories(ctx: Context, viewer: Viewer, filters: { country?: string }): Promise<Buffer> {
  const categories = await countByCategory(ctx.reads, countScope(viewer, filters.country));
  const notices = viewerNotices(ctx, viewer);
  const answer = { object: 'list', mode: viewer.mode, categories, ...(notices.length > 0 && { notices }) };
  return Buffer.from(JSON.stringify(answer));
}
