import type { Id } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findOrderOfMail, listTicketMails, type TicketMailRow } from './sql/ticket-mails.js';
import { findTicketOrder } from './sql/ticket-orders.js';
import { listTickets, type TicketRow } from './sql/tickets.js';

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
