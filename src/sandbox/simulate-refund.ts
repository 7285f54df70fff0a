import type { Id } from '../core/ids.js';
import { ConflictError } from '../core/problems.js';
import { findSale } from '../earnings/sql/sales.js';
import { refundOrder } from '../orders/refunds.js';
import { OrderTransitionError } from '../orders/rules/order-status.js';
import type { Context } from '../platform/context/context.js';
import { keyOfSession } from './get-sandbox.js';
import { isFormToken } from './rules/sandbox-session.js';

export interface SimulateRefundInput {
  session: string;
  formToken: string;
  saleId: Id<'sale'>;
  /** Absent: all tickets that are left, of the ticket type if one is named. */
  tickets?: number;
  ticketTypeId?: Id<'ticketType'>;
  /** Identifies this press of the button: pressed twice, it refunds once. */
  request: string;
}

/** `no_type`: a part of an order of several ticket types, without the type. */
export type SimulatedRefund = 'done' | 'session_over' | 'not_found' | 'nothing_left' | 'no_type';

/** Refunds a test sale of the session's key as a real one would be: `earnings.changed` is sent, nothing is paid back. */
export async function simulateRefund(ctx: Context, input: SimulateRefundInput): Promise<SimulatedRefund> {
  const key = await keyOfSession(ctx, input.session);
  if (!key || !isFormToken(ctx.encryptionKey, input.session, input.formToken)) return 'session_over';
  const sale = await findSale(ctx.sql, input.saleId);
  if (!sale || sale.keyId !== key.id || sale.mode !== 'test') return 'not_found';
  try {
    const { tickets, ticketTypeId } = input;
    await refundOrder(ctx, { orderId: sale.orderId, requestKey: `sandbox/${input.request}`, tickets, ticketTypeId });
    return 'done';
  } catch (error) {
    if (error instanceof ConflictError && error.errors?.[0]?.field === 'ticket_type') return 'no_type';
    if (error instanceof OrderTransitionError || error instanceof ConflictError) return 'nothing_left';
    throw error;
  }
}
