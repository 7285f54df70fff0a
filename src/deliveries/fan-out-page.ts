import type { Context } from '../platform/context/context.js';
import { markFannedOut } from './sql/changes.js';
import type { FanOutPage } from './workflow.js';
import { writePage } from './write-page.js';

/**
 * Writes the deliveries of a batch of changes to one page of endpoints, and wakes the senders. Repeating a page after a
 * crash writes none twice.
 *
 * @returns the last endpoint of the page, null when no page is left, and how many deliveries were written.
 */
export async function fanOutPage(ctx: Context, page: FanOutPage): Promise<{ after: string | null; started: number }> {
  const { batch, after, written } = await writePage(ctx, page);
  if (after === null) await markFannedOut(ctx.sql, page.changeIds, batch.now);
  return { after, started: written };
}
