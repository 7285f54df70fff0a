import { cleanBulkFiles } from '../src/bulk/clean-files.js';
import { MINUTE, SECOND } from '../src/core/time.js';
import { sweepDeliveries } from '../src/deliveries/sweep-deliveries.js';
import { sweepOrders } from '../src/orders/sweep-orders.js';
import type { Context } from '../src/platform/context/context.js';
import { sweepMails } from '../src/platform/mail/sweep-mails.js';
import type { Sweep } from '../src/platform/sweeps/start-sweeps.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { sweepSettlements } from '../src/settlements/sweep-settlements.js';
import { sweepTickets } from '../src/tickets/sweep-tickets.js';

/** What the workers repair, also while Temporal is away. */
export function createSweeps(ctx: Context, temporal: TemporalClient): Sweep[] {
  return [
    { id: 'sweep-orders', every: MINUTE, run: () => sweepOrders(ctx, temporal) },
    // Looked for every five seconds: a lost workflow is there again within a minute.
    { id: 'sweep-deliveries', every: 50 * SECOND, run: () => sweepDeliveries(ctx, temporal) },
    { id: 'sweep-mails', every: MINUTE, run: () => sweepMails(ctx, temporal) },
    { id: 'sweep-tickets', every: MINUTE, run: () => sweepTickets(ctx, temporal) },
    { id: 'sweep-settlements', every: 5 * MINUTE, run: () => sweepSettlements(ctx, temporal) },
    { id: 'clean-bulk-files', every: 10 * MINUTE, run: () => cleanBulkFiles(ctx) },
  ];
}
