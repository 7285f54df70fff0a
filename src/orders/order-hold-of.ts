import type { HoldRow } from './sql/orders.js';
import type { OrderHold } from './workflow.js';

/** What a hold's workflow is started with. */
export function orderHoldOf(row: HoldRow): OrderHold {
  return {
    orderId: row.id,
    companyId: row.companyId,
    eventId: row.eventId,
    mode: row.mode,
    quantity: row.quantity,
    holdUntil: row.holdUntil,
  };
}
