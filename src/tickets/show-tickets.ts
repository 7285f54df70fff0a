import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { listTicketMails, type TicketMailRow } from './sql/ticket-mails.js';
import { listTickets, type TicketRow } from './sql/tickets.js';

/** An order's tickets, without their codes, and its mails. */
export interface ShownTickets {
  tickets: Omit<TicketRow, 'code'>[];
  mails: TicketMailRow[];
}

/** @throws {ProblemError} `invalid_request` for an order without tickets. */
export async function showTickets(ctx: Context, orderId: string): Promise<ShownTickets> {
  const tickets = await listTickets(ctx.sql, orderId);
  if (tickets.length === 0) throw noSuch('order', orderId);
  return { tickets: tickets.map(({ code: _, ...ticket }) => ticket), mails: await listTicketMails(ctx.sql, orderId) };
}
