import { findEventStatus } from '../catalogue/sql/events.js';
import type { Id } from '../core/ids.js';
import { conflict, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { signalWorkflow } from '../platform/temporal/start-workflow.js';
import { eventNoticeWorkflowId } from '../platform/temporal/workflow-ids.js';
import { PAUSE_SIGNAL, RESUME_SIGNAL, STOP_SIGNAL } from './notice-workflow.js';
import { findNotice, listNoticeRows, type NoticeRow } from './sql/notices.js';

/** What operators may do with a notice that is being sent. */
export const NOTICE_COMMANDS = { pause: PAUSE_SIGNAL, resume: RESUME_SIGNAL, stop: STOP_SIGNAL } as const;
export type NoticeCommand = keyof typeof NOTICE_COMMANDS;

/** Changes that buyers are or were notified of, newest first; of one event, if it is given. @throws {ProblemError} `invalid_request` for an unknown event. */
export async function listNotices(ctx: Context, of: { eventId?: Id<'event'>; limit: number }): Promise<NoticeRow[]> {
  if (of.eventId !== undefined && (await findEventStatus(ctx.sql, of.eventId)) === null)
    throw noSuch('event', of.eventId);
  return listNoticeRows(ctx.sql, of.eventId ?? null, of.limit);
}

/**
 * Pauses, resumes or stops the notice of a change. Mails that were queued are still sent.
 *
 * @throws {ProblemError} `invalid_request` for a notice that is unknown or has ended.
 */
export async function commandNotice(
  ctx: Context,
  temporal: TemporalClient,
  { id, command }: { id: string; command: NoticeCommand },
): Promise<void> {
  const notice = await findNotice(ctx.sql, id);
  if (!notice) throw noSuch('notice', id);
  if (notice.state !== 'sending') throw conflict('notice', `${id} has ended: ${notice.state}`);
  // The row first, as Temporal has no part in its transaction: who requested it is recorded even when Temporal did not respond.
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: `notice.${command}`, objectId: id }));
  const signaled = await signalWorkflow(temporal, eventNoticeWorkflowId(id), NOTICE_COMMANDS[command]);
  if (!signaled) throw conflict('notice', `${id} is not being sent at the moment; try again in a minute`);
}
