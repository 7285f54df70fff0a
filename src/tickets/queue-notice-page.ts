import type { Context } from '../platform/context/context.js';
import { NOTICE_PAGE, type NoticePage } from './notice-workflow.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { addTold, findNotice, isNewest, pageOrdersToTell } from './sql/notices.js';
import { voidTickets } from './sql/tickets.js';

/**
 * Queues a change's mail for one page of the orders that had tickets when it happened, once an order. Of a cancelled
 * event, their tickets are void from now on; the door refuses them since it was cancelled.
 *
 * @param input.after the last order that was told; empty: none.
 */
export async function queueNoticePage(
  ctx: Context,
  { noticeId, after }: { noticeId: string; after: string },
): Promise<NoticePage> {
  return ctx.sql.begin(async (tx) => {
    const notice = await findNotice(tx, noticeId);
    if (!notice || !(await isNewest(tx, notice))) return { after: null, queued: 0, superseded: true };
    const now = ctx.clock.now();
    const orders = await pageOrdersToTell(tx, notice, after, NOTICE_PAGE);
    let queued = 0;
    for (const orderId of orders) {
      const wish = { orderId, kind: 'event' as const, reasonKey: `event/${noticeId}`, now };
      if (await queueTicketMail(tx, wish)) queued += 1;
    }
    if (notice.kind === 'cancelled') await voidTickets(tx, orders, 'event_cancelled', now);
    await addTold(tx, noticeId, queued);
    return { after: orders.length < NOTICE_PAGE ? null : (orders.at(-1) ?? null), queued, superseded: false };
  });
}
