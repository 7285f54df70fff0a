/** One workflow a refund: it repeats until the card processor has taken it. */
export const REFUND_WORKFLOW = 'refund';

export interface RefundWorkflowInput {
  refundId: string;
}

export interface RefundActivities {
  /** Hands the refund to the processor; answers its reference, or null when it was sent before. */
  sendRefund(refundId: string): Promise<string | null>;
}
