import { heartbeat } from '@temporalio/activity';
import type { MaintenanceActivities } from '../src/contracts/maintenance.js';
import { cleanBulkFiles } from '../src/services/bulk/clean-files.js';
import { completeEndedEvents } from '../src/services/catalogue/complete-ended-events.js';
import { refreshSamples } from '../src/services/catalogue/refresh-samples.js';
import type { Context } from '../src/services/context.js';
import { forgetTokens } from '../src/services/oauth/forget-tokens.js';
import { sweepOrders } from '../src/services/orders/sweep-orders.js';
import { forgetSeenSignals } from '../src/services/signals/forget-seen-signals.js';
import type { TemporalClient } from '../src/temporal/client.js';

export function createMaintenanceActivities(ctx: Context, temporal: TemporalClient): MaintenanceActivities {
  return {
    sweepOrders: () => sweepOrders(ctx, temporal, heartbeat),
    completeEvents: () => beating(() => completeEndedEvents(ctx)),
    refreshSamples: () => beating(() => refreshSamples(ctx)),
    forgetSignals: () => forgetSeenSignals(ctx, heartbeat),
    forgetTokens: () => forgetTokens(ctx, heartbeat),
    cleanBulkFiles: () => beating(() => cleanBulkFiles(ctx)),
  };
}

/** Beats while work goes on that does not report by itself. */
async function beating<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(heartbeat, 5_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
