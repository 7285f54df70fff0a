import { DAY, MINUTE } from '../core/time.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { listUndelivered, requeueRefused, type UndeliveredMailRow } from './sql/ticket-mails.js';

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

/** How far back ended mails are listed unless the caller says otherwise: they are kept for as long. */
const LISTED_MS = 30 * DAY;

/**
 * Mails to buyers and members that the mail server has not taken, or refused for good, and that no later mail replaced;
 * the newest first. Never an address.
 *
 * @param of.minutes queued mails are listed if they are this old.
 * @param of.since since when the others ended; absent: the last thirty days.
 */
export function listUndeliveredMails(
  ctx: Context,
  of: { minutes: number; since?: Date; refusedOnly: boolean; limit: number },
): Promise<UndeliveredMailRow[]> {
  const { minutes, refusedOnly, limit } = of;
  const now = ctx.clock.now().getTime();
  const [before, since] = [new Date(now - minutes * MINUTE), of.since ?? new Date(now - LISTED_MS)];
  return listUndelivered(ctx.sql, { before, since, refusedOnly, limit });
}
