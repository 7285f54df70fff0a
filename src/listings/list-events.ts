import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { joinDocuments } from './documents.js';
import { viewerNotices } from './notices.js';
import { type EventQuestion, selectEvents } from './select-events.js';
import { simulateStatus } from './simulate.js';

/**
 * The events list as finished JSON (contract: GET /events): `object`, `mode`, `events`, `next`, with `changed_since`
 * `withdrawn`, and `notices` where there are any.
 *
 * `question.simulate` is applied to the selected events.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function listEvents(ctx: Context, viewer: Viewer, question: EventQuestion): Promise<Buffer> {
  const selection = await selectEvents(ctx, viewer, question);
  const { documents, simulate } = selection;
  const notices = [...viewerNotices(ctx, viewer), ...selection.notices];
  const rest = {
    next: selection.next,
    ...(selection.withdrawn && { withdrawn: selection.withdrawn }),
    ...(notices.length > 0 && { notices }),
  };
  const before = `{"object":"list","mode":"${viewer.mode}","events":[`;
  const after = `],${JSON.stringify(rest).slice(1)}`;
  if (!simulate) return joinDocuments(before, documents, viewer.ref, after);
  const shown = documents.map((document) => simulateStatus(joinDocuments('', [document], viewer.ref, ''), simulate));
  return Buffer.from(`${before}${shown.join(',')}${after}`);
}
