import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { listTickets, voidTickets } from './sql/tickets.js';

/**
 * Takes an order's valid tickets out of use without a refund, for fraud or a chargeback. A later refund takes void tickets
 * first. The buyer is not notified.
 *
 * @returns how many were valid.
 * @throws {ProblemError} `invalid_request` for an order without tickets, or without a valid one.
 */
export async function voidOrderTickets(ctx: Context, orderId: Id<'order'>): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    if ((await listTickets(tx, orderId)).length === 0) throw noSuch('order', orderId);
    const tickets = await voidTickets(tx, [orderId], 'operator', ctx.clock.now());
    if (tickets === 0) throw conflict('order', 'has no valid ticket');
    await recordAction(ctx, tx, { action: 'tickets.void', objectId: orderId, details: { tickets } });
    return tickets;
  });
}
