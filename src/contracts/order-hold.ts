/** One workflow an order: the clock of its hold. Postgres is the truth of what state it is in. */
export const ORDER_HOLD_WORKFLOW = 'orderHold';

/** Ids only: nothing of the buyer ever enters Temporal. */
export interface OrderHoldInput {
  orderId: string;
}

/** Sent when an order left `awaiting_payment`, so that the workflow stops waiting. */
export const ORDER_CLOSED_SIGNAL = 'orderClosed';

export interface OrderHoldActivities {
  /** State of the order now, and until when its tickets are held (ISO 8601). */
  loadHold(orderId: string): Promise<{ status: string; holdUntil: string }>;
  /** Ends the hold if the order still awaits payment; answers the status it has afterwards. */
  expireOrder(orderId: string): Promise<{ status: string }>;
}
