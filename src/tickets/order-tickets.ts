import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { findOrderOfMail, listTicketMails, type TicketMailRow } from './sql/ticket-mails.js';
import { findTicketOrder } from './sql/ticket-orders.js';
import { listTickets, type TicketRow, voidTickets } from './sql/tickets.js';

/** An order's tickets, without their codes, and its mails. */
export interface TicketsDetail {
  orderId: Id<'order'>;
  tickets: Omit<TicketRow, 'code'>[];
  mails: TicketMailRow[];
}

/**
 * An order's tickets and mails; empty for an order that was never paid.
 *
 * @param id of an order, or of a mail of it, which a bounce names.
 * @throws {ProblemError} `invalid_request` for an unknown id.
 */
export async function showTickets(ctx: Context, id: string): Promise<TicketsDetail> {
  const orderId = (await findOrderOfMail(ctx.sql, id)) ?? id;
  const tickets = await listTickets(ctx.sql, orderId);
  if (tickets.length === 0 && !(await findTicketOrder(ctx.sql, orderId))) throw noSuch('order', id);
  const mails = await listTicketMails(ctx.sql, orderId);
  return { orderId, tickets: tickets.map(({ code: _, ...ticket }) => ticket), mails };
}

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
