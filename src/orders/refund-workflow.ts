/** One workflow per refund: it retries until the card processor accepts it. */
export const REFUND_WORKFLOW = 'refund';

export interface RefundWorkflowInput {
  refundId: string;
}

export interface RefundActivities {
  /** Sends the refund to the processor; returns its reference, or null when it was sent before. */
  sendRefund(refundId: string): Promise<string | null>;
}
