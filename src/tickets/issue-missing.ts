import type { Context } from '../platform/context/context.js';
import { issueTickets } from './issue-tickets.js';
import { findCheckedUntil, findUnticketed, keepCheckedUntil, lockUnticketed } from './sql/unticketed-orders.js';

/** How long a payment that was recorded as paid may take to be committed, with much to spare. */
const MARGIN_MS = 3_600_000;
const PAGE = 500;

/**
 * Issues the tickets, and mails them, of paid orders that have none: those that a version without tickets has paid, during
 * an upgrade or a rollback. Events that are over or cancelled are left alone.
 *
 * @returns how many orders had none.
 */
export async function issueMissingTickets(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const checkedUntil = await findCheckedUntil(ctx.sql);
  const paidFrom = new Date((checkedUntil?.getTime() ?? MARGIN_MS) - MARGIN_MS);
  let issued = 0;
  for (;;) {
    const orderIds = await findUnticketed(ctx.sql, paidFrom, PAGE);
    let done = 0;
    for (const orderId of orderIds) {
      done += Number(await issueOnce(ctx, orderId, now));
    }
    issued += done;
    if (orderIds.length < PAGE || done === 0) break;
  }
  await keepCheckedUntil(ctx.sql, now);
  if (issued > 0)
    ctx.log.warn({ event: 'tickets_missing', orders: issued }, 'issued tickets of paid orders that had none');
  return issued;
}

/** False where another process did so meanwhile, or the order was refunded. */
function issueOnce(ctx: Context, orderId: string, now: Date): Promise<boolean> {
  return ctx.sql.begin(async (tx) => {
    const order = await lockUnticketed(tx, orderId);
    if (!order) return false;
    await issueTickets(ctx, tx, [order], now);
    return true;
  });
}
