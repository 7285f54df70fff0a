import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { orderHoldsWorkflowId, orderHoldWorkflowId } from '../platform/temporal/workflow-ids.js';
import { findHolds, type HoldRow } from './sql/orders.js';

export interface OrderForOperators extends HoldRow {
  /** The workflow that is, or was, the clock of the hold. */
  workflowId: string;
}

/**
 * An order and its hold; nothing of the buyer.
 *
 * @throws {ProblemError} `invalid_request` for an unknown order.
 */
export async function showOrder(ctx: Context, orderId: string): Promise<OrderForOperators> {
  const [hold] = await findHolds(ctx.sql, [orderId]);
  if (!hold) throw noSuch('order', orderId);
  const { id, holdBatch, holdUntil } = hold;
  const suffix = ctx.config.temporal.queueSuffix;
  const workflowId = holdBatch === null ? orderHoldWorkflowId(id) : orderHoldsWorkflowId(holdUntil, holdBatch, suffix);
  return { ...hold, workflowId };
}
