import type { Context } from '../platform/context/context.js';
import { deleteBulkFileAt } from './sql/bulk-files.js';

/** Deletes the row of a file that was removed from storage, so that the next request rebuilds it. */
export async function forgetFile(ctx: Context, path: string): Promise<void> {
  await deleteBulkFileAt(ctx.sql, path);
}
