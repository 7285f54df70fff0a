import type { Id } from '../core/ids.js';
import { eventChangesSince } from '../listings/compare-events.js';
import type { Context } from '../platform/context/context.js';
import { ANNOUNCEMENT_PAGE, type AnnouncementPage } from './announcement-workflow.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import { addQueued, findAnnouncement, findFacts, isNewest, pageOrdersToNotify } from './sql/announcements.js';
import { voidTickets } from './sql/tickets.js';

/**
 * Queues a change's mail for one page of the orders with tickets, once for each order, except where the buyer knows the
 * event's current state. The tickets of a cancelled event are void from now on; the door refuses them since it was
 * cancelled.
 *
 * @param input.after the last order whose buyer was notified; empty: none.
 */
export async function queueAnnouncementPage(
  ctx: Context,
  { announcementId, after }: { announcementId: Id<'eventAnnouncement'>; after: string },
): Promise<AnnouncementPage> {
  return ctx.sql.begin(async (tx) => {
    const announcement = await findAnnouncement(tx, announcementId);
    if (!announcement || !(await isNewest(tx, announcement))) return { after: null, queued: 0, superseded: true };
    const now = ctx.clock.now();
    const waitMs = (announcement.announceAt?.getTime() ?? 0) - now.getTime();
    if (waitMs > 0) return { after, queued: 0, superseded: false, waitMs };
    const facts = await findFacts(tx, announcement.eventId);
    const orders = await pageOrdersToNotify(tx, announcement, after, ANNOUNCEMENT_PAGE);
    let queued = 0;
    for (const { orderId, announced } of orders) {
      if (announced && facts && eventChangesSince(announced, facts).length === 0) continue;
      const request = { orderId, kind: 'event' as const, reasonKey: `event/${announcementId}`, now };
      if (await queueTicketMail(tx, request)) queued += 1;
    }
    if (announcement.kind === 'cancelled') {
      const ids = orders.map(({ orderId }) => orderId);
      await voidTickets(tx, ids, 'event_cancelled', now);
    }
    await addQueued(tx, announcementId, queued);
    return {
      after: orders.length < ANNOUNCEMENT_PAGE ? null : (orders.at(-1)?.orderId ?? null),
      queued,
      superseded: false,
    };
  });
}
