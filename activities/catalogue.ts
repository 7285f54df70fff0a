import type { CatalogueActivities } from '../src/contracts/catalogue.js';
import { completeEndedEvents } from '../src/services/catalogue/complete-ended-events.js';
import { refreshSamples } from '../src/services/catalogue/refresh-samples.js';
import type { Context } from '../src/services/context.js';
import { withHeartbeat } from './with-heartbeat.js';

export function createCatalogueActivities(ctx: Context): CatalogueActivities {
  return {
    completeEvents: () => withHeartbeat(() => completeEndedEvents(ctx)),
    refreshSamples: () => withHeartbeat(() => refreshSamples(ctx)),
  };
}
