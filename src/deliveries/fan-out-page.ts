import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { markFannedOut } from './sql/changes.js';
import { listUnattempted } from './sql/fan-out.js';
import { startDeliveries } from './start-deliveries.js';
import type { FanOutPage } from './workflow.js';
import { writePage } from './write-page.js';

/**
 * Writes and starts the deliveries of a batch of changes to one page of endpoints. Repeating a page after a crash writes
 * none twice and starts those that were not.
 *
 * @returns the last endpoint of the page; null when no page is left.
 */
export async function fanOutPage(
  ctx: Context,
  temporal: TemporalClient,
  page: FanOutPage,
  beat: () => void,
): Promise<{ after: string | null; started: number }> {
  const { batch, after } = await writePage(ctx, page);
  beat();
  const started = await startDeliveries(temporal, await listUnattempted(ctx.sql, batch), beat);
  if (after === null) await markFannedOut(ctx.sql, page.changeIds, batch.now);
  return { after, started };
}
