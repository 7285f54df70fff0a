import { findEventStatus } from '../catalogue/sql/events.js';
import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { signalWorkflow } from '../platform/temporal/start-workflow.js';
import { eventAnnouncementWorkflowId } from '../platform/temporal/workflow-ids.js';
import { PAUSE_SIGNAL, RESUME_SIGNAL, STOP_SIGNAL } from './announcement-workflow.js';
import { type AnnouncementRow, findAnnouncement, listAnnouncementRows } from './sql/announcements.js';

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
