import { DAY, MINUTE } from '../core/time.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { requeueRefused } from './sql/refused-mails.js';
import { listUnsentMails, type TicketMailRow } from './sql/ticket-mails.js';

const PAGE = 500;

/**
 * Sends the mails to buyers again that the mail server has refused since, once it takes mail again: to the same addresses,
 * with the same tickets and codes.
 *
 * @returns how many orders get their mails.
 */
export async function resendRefused(ctx: Context, since: Date): Promise<number> {
  let orders = 0;
  for (;;) {
    const page = await ctx.sql.begin(async (tx) => {
      const now = ctx.clock.now();
      const orderIds = await requeueRefused(tx, since, now, PAGE);
      if (orderIds.length === 0) return 0;
      await enqueue(tx, 'tickets.mail', orderIds, now);
      const details = { orders: orderIds.length, since: since.toISOString() };
      await recordAction(ctx, tx, { action: 'mail.resend', objectId: 'ticket_mails', details });
      return orderIds.length;
    });
    if (page === 0) return orders;
    orders += page;
  }
}

/**
 * Mails to buyers that have been tried for longer than this many minutes, or were refused or given up in the last
 * thirty days and not replaced by a mail to a corrected address; the newest first.
 */
export function listUnsent(ctx: Context, of: { minutes: number; limit: number }): Promise<TicketMailRow[]> {
  const now = ctx.clock.now().getTime();
  const [before, since] = [new Date(now - of.minutes * MINUTE), new Date(now - 30 * DAY)];
  return listUnsentMails(ctx.sql, { before, since, limit: of.limit });
}
