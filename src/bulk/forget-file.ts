import type { Context } from '../platform/context/context.js';
import { deleteBulkFileAt } from './sql/bulk-files.js';

/** Forgets a file that somebody took out of the storage, so that the next request makes it anew. */
export async function forgetFile(ctx: Context, path: string): Promise<void> {
  await deleteBulkFileAt(ctx.sql, path);
}
