import type { Id } from '../core/ids.js';
import { eventChangesSince } from '../listings/compare-events.js';
import type { Context } from '../platform/context/context.js';
import { NOTICE_PAGE, type NoticePage } from './notice-workflow.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { addQueued, findFacts, findNotice, isNewest, pageOrdersToNotify } from './sql/notices.js';
import { voidTickets } from './sql/tickets.js';

/**
 * Queues a change's mail for one page of the orders with tickets, once for each order, except where the buyer knows the
 * event's current state. The tickets of a cancelled event are void from now on; the door refuses them since it was
 * cancelled.
 *
 * @param input.after the last order whose buyer was notified; empty: none.
 */
export async function queueNoticePage(
  ctx: Context,
  { noticeId, after }: { noticeId: Id<'eventNotice'>; after: string },
): Promise<NoticePage> {
  return ctx.sql.begin(async (tx) => {
    const notice = await findNotice(tx, noticeId);
    if (!notice || !(await isNewest(tx, notice))) return { after: null, queued: 0, superseded: true };
    const now = ctx.clock.now();
    const waitMs = (notice.announceAt?.getTime() ?? 0) - now.getTime();
    if (waitMs > 0) return { after, queued: 0, superseded: false, waitMs };
    const facts = await findFacts(tx, notice.eventId);
    const orders = await pageOrdersToNotify(tx, notice, after, NOTICE_PAGE);
    let queued = 0;
    for (const { orderId, announced } of orders) {
      if (announced && facts && eventChangesSince(announced, facts).length === 0) continue;
      const request = { orderId, kind: 'event' as const, reasonKey: `event/${noticeId}`, now };
      if (await queueTicketMail(tx, request)) queued += 1;
    }
    if (notice.kind === 'cancelled') {
      const ids = orders.map(({ orderId }) => orderId);
      await voidTickets(tx, ids, 'event_cancelled', now);
    }
    await addQueued(tx, noticeId, queued);
    return { after: orders.length < NOTICE_PAGE ? null : (orders.at(-1)?.orderId ?? null), queued, superseded: false };
  });
}
