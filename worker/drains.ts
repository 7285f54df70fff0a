import { createBulkDrains } from '../src/bulk/drains.js';
import { createCatalogueDrains } from '../src/catalogue/drains.js';
import { createDeliveryDrains } from '../src/deliveries/drains.js';
import { followEvents } from '../src/earnings/follow-events.js';
import { createOrderDrains } from '../src/orders/drains.js';
import type { Context } from '../src/platform/context/context.js';
import { createMailDrains } from '../src/platform/mail/drains.js';
import type { Drain } from '../src/platform/outbox/drain.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { createSettlementDrains } from '../src/settlements/drains.js';
import { createTicketDrains } from '../src/tickets/drains.js';

/** The drains of the worker's relay, each topic in its own loop. */
export function createDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  return [
    ...createCatalogueDrains(ctx),
    ...createDeliveryDrains(ctx, temporal),
    // Earnings follow events that moved or were cancelled.
    { name: 'event.earnings', run: async () => ({ done: (await followEvents(ctx)).events, failed: 0 }) },
    ...createOrderDrains(ctx, temporal),
    ...createSettlementDrains(ctx, temporal),
    ...createBulkDrains(ctx, temporal),
    ...createMailDrains(ctx, temporal),
    ...createTicketDrains(ctx, temporal),
  ];
}
