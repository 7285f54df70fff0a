import type { HoldRow } from './sql/orders.js';
import type { OrderHold } from './workflow.js';

/** The input of a hold's workflow. */
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
