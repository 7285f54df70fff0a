import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { findUntoldNotices } from './sql/notices.js';
import { findUnsentOrders } from './sql/ticket-mails.js';
import { findDeliveries } from './sql/ticket-orders.js';
import { startEventNotice } from './start-event-notice.js';
import { restartTicketDelivery } from './start-ticket-delivery.js';
import type { SweptTickets } from './workflow.js';

/** What the relay and a workflow are given before they count as lost. */
const PATIENCE_MS = 60_000;
const PAGE = 500;

/**
 * Starts again the delivery of mails that are still queued after a minute, and the telling of changes, which changes
 * nothing where they run.
 *
 * @param beat called as the work goes on.
 */
export async function sweepTickets(ctx: Context, temporal: TemporalClient, beat: () => void): Promise<SweptTickets> {
  const before = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
  const orders = await findDeliveries(ctx.sql, await findUnsentOrders(ctx.sql, before, PAGE));
  for (const order of orders) {
    await restartTicketDelivery(temporal, order);
    beat();
  }
  const notices = await findUntoldNotices(ctx.sql, before, PAGE);
  for (const notice of notices) {
    await startEventNotice(temporal, notice);
    beat();
  }
  return { restarted: orders.length, notices: notices.length };
}
