import { completeEndedEvents } from '../src/catalogue/complete-ended-events.js';
import { refreshSamples } from '../src/catalogue/refresh-samples.js';
import type { CatalogueActivities } from '../src/catalogue/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import { withHeartbeat } from './support/with-heartbeat.js';

export function createCatalogueActivities(ctx: Context): CatalogueActivities {
  return {
    completeEvents: () => withHeartbeat(() => completeEndedEvents(ctx)),
    refreshSamples: () => withHeartbeat(() => refreshSamples(ctx)),
  };
}
