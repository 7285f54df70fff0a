import { DAY, MINUTE } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { listUnsentMails, type TicketMailRow } from './sql/ticket-mails.js';

/**
 * Mails to buyers that have been tried for longer than so many minutes, or were refused or given up in the last thirty days
 * and not replaced by one to a corrected address; the newest first.
 */
export function listUnsent(ctx: Context, of: { minutes: number; limit: number }): Promise<TicketMailRow[]> {
  const now = ctx.clock.now().getTime();
  const [before, since] = [new Date(now - of.minutes * MINUTE), new Date(now - 30 * DAY)];
  return listUnsentMails(ctx.sql, { before, since, limit: of.limit });
}
