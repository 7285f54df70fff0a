import type { OrderHold } from '../../contracts/order-hold.js';
import type { HoldRow } from '../../store/orders.js';

/** What a hold's workflow is started with. */
export function orderHoldOf(row: HoldRow): OrderHold {
  return {
    orderId: row.id,
    companyId: row.company_id,
    eventId: row.event_id,
    mode: row.mode,
    quantity: row.quantity,
    holdUntil: row.hold_until,
  };
}
