/** One hold an order: starting it again while it runs, or after it ended, does nothing. */
export function orderHoldId(orderId: string): string {
  return `order-hold/${orderId}`;
}

/** One sending a refund: the money moves once. */
export function refundId(refund: string): string {
  return `refund/${refund}`;
}
