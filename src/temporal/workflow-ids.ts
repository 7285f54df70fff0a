/** One hold an order: starting it again while it runs, or after it ended, does nothing. */
export function orderHoldId(orderId: string): string {
  return `order-hold/${orderId}`;
}

/** One sending a refund: the money moves once. */
export function refundId(refund: string): string {
  return `refund/${refund}`;
}

/** One delivery of one change to one endpoint: what is under way is never doubled. */
export function deliveryId(delivery: string): string {
  return `delivery/${delivery}`;
}

/** One fan-out a batch: the same changes, gathered again after a crash, are one run. */
export function fanOutId(batch: string): string {
  return `fan-out/${batch}`;
}
