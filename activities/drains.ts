import { createBulkDrains } from '../src/services/bulk/drains.js';
import type { Context } from '../src/services/context.js';
import { createDeliveryDrains } from '../src/services/deliveries/drains.js';
import { createEarningDrains } from '../src/services/earnings/drains.js';
import { createOrderDrains } from '../src/services/orders/drains.js';
import type { Drain } from '../src/services/outbox/drain.js';
import { createSettlementDrains } from '../src/services/settlements/drains.js';
import type { TemporalClient } from '../src/temporal/client.js';

/** What the worker's relay empties, each topic in a loop of its own. */
export function createDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    ...createDeliveryDrains(ctx, temporal),
    ...createEarningDrains(ctx),
    ...createOrderDrains(ctx, temporal),
    ...createSettlementDrains(ctx, temporal),
    ...createBulkDrains(ctx, temporal),
  ];
}
