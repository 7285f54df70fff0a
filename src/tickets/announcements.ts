import { findEventStatus } from '../catalogue/sql/events.js';
import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { eventChangesSince } from '../listings/compare-events.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { signalWorkflow } from '../platform/temporal/start-workflow.js';
import { eventAnnouncementWorkflowId } from '../platform/temporal/workflow-ids.js';
import {
  ANNOUNCEMENT_PAGE,
  type AnnouncementPage,
  PAUSE_SIGNAL,
  RESUME_SIGNAL,
  STOP_SIGNAL,
} from './announcement-workflow.js';
import { queueTicketMail } from './queue-ticket-mail.js';
import {
  type AnnouncementRow,
  addQueued,
  findAnnouncement,
  findFacts,
  isNewest,
  listAnnouncementRows,
  pageOrdersToNotify,
} from './sql/announcements.js';
import { voidTickets } from './sql/tickets.js';

/** What operators may do with an announcement that is being sent. */
export const ANNOUNCEMENT_COMMANDS = { pause: PAUSE_SIGNAL, resume: RESUME_SIGNAL, stop: STOP_SIGNAL } as const;
export type AnnouncementCommand = keyof typeof ANNOUNCEMENT_COMMANDS;

/** Changes that buyers are or were notified of, newest first; of one event, if it is given. @throws {ProblemError} `invalid_request` for an unknown event. */
export async function listAnnouncements(
  ctx: Context,
  of: { eventId?: Id<'event'>; limit: number },
): Promise<AnnouncementRow[]> {
  if (of.eventId !== undefined && (await findEventStatus(ctx.sql, of.eventId)) === null)
    throw noSuch('event', of.eventId);
  return listAnnouncementRows(ctx.sql, of.eventId ?? null, of.limit);
}

/**
 * Pauses, resumes or stops the announcement of a change. Mails that were queued are still sent.
 *
 * @throws {ProblemError} `invalid_request` for an announcement that is unknown or has ended.
 */
export async function commandAnnouncement(
  ctx: Context,
  temporal: TemporalClient,
  { id, command }: { id: string; command: AnnouncementCommand },
): Promise<void> {
  const announcement = await findAnnouncement(ctx.sql, id);
  if (!announcement) throw noSuch('announcement', id);
  if (announcement.state !== 'sending') throw conflict('announcement', `${id} has ended: ${announcement.state}`);
  // The row first, as Temporal has no part in its transaction: who requested it is recorded even when Temporal did not respond.
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: `announcement.${command}`, objectId: id }));
  const signaled = await signalWorkflow(temporal, eventAnnouncementWorkflowId(id), ANNOUNCEMENT_COMMANDS[command]);
  if (!signaled) throw conflict('announcement', `${id} is not being sent at the moment; try again in a minute`);
}

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
