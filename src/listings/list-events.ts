import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { fillingFor, joinDocuments } from './documents.js';
import { viewerNotices } from './notices.js';
import { type EventQuestion, selectEvents } from './select-events.js';
import { simulateStatus } from './simulate.js';

/**
 * The events list as finished JSON (contract: GET /events): `object`, `mode`, `events`, `next`, with `changed_since`
 * `withdrawn`, and `notices` where there are any.
 *
 * `question.simulate` is laid over the answer after the choice.
 *
 * @throws {ProblemError} `invalid_cursor`.
 */
export async function listEvents(ctx: Context, viewer: Viewer, question: EventQuestion): Promise<Buffer> {
  const selection = await selectEvents(ctx, viewer, question);
  const filling = fillingFor(ctx.config.origin, viewer.ref);
  const { simulate } = selection;
  const documents = simulate
    ? selection.documents.map((document) => simulateStatus(document, filling, simulate))
    : selection.documents;
  const notices = [...viewerNotices(ctx, viewer), ...selection.notices];
  const rest = {
    next: selection.next,
    ...(selection.withdrawn && { withdrawn: selection.withdrawn }),
    ...(notices.length > 0 && { notices }),
  };
  const before = `{"object":"list","mode":"${viewer.mode}","events":[`;
  return joinDocuments(before, documents, filling, `],${JSON.stringify(rest).slice(1)}`);
}
