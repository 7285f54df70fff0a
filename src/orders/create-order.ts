import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { assertMaySell } from './assert-may-sell.js';
import { placeOrder } from './place-order.js';
import type { NewOrder, Order } from './wire.js';

export interface CreateOrderInput {
  caller: Caller;
  idempotencyKey: string;
  body: NewOrder;
  patienceMs?: number;
}

/**
 * Holds tickets for 32 minutes and creates an order, once for each Idempotency-Key (contract: POST /orders). The sale
 * is credited to the caller's company directly.
 *
 * @returns the order, and whether it was created by an earlier call with the same key.
 * @throws {ProblemError} 403, 503 as {@link assertMaySell}; 400 and 409 as {@link placeOrder}.
 */
export async function createOrder(ctx: Context, input: CreateOrderInput): Promise<{ order: Order; replayed: boolean }> {
  const { caller, ...rest } = input;
  assertMaySell(ctx, caller);
  return placeOrder(ctx, { credit: caller, source: 'api', ...rest });
}
