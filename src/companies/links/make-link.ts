import type { LinkKeyRow } from '../../access/sql/api-keys.js';
import { noSuch, ProblemError } from '../../core/problems.js';
import type { Event } from '../../core/wire/event.js';
import { readEvent } from '../../listings/get-event.js';
import type { Context } from '../../platform/context/context.js';
import { type LinkScope, linkViewer } from './link-viewer.js';
import { shareText, withSubId } from './rules/share.js';

interface MakeLinkInput extends LinkScope {
  eventId: string;
  /** Valid by the rule of the API; null: none. */
  subId: string | null;
}

interface Link {
  event: Event;
  url: string;
  /** For a post or a mail; null: the organizer does not let the event be shared further. */
  text: string | null;
  key: LinkKeyRow;
}

/**
 * The buy link of an event, bound to a key of the company.
 *
 * @throws {ProblemError} `not_found` without a key.
 * @throws {NoSuchError} for an event that `GET /events/{id}` would refuse, and as {@link linkViewer}.
 */
export async function makeLink(ctx: Context, { eventId, subId, ...scope }: MakeLinkInput): Promise<Link> {
  const { viewer, key } = await linkViewer(ctx, scope);
  if (key === null) throw new ProblemError('not_found', { detail: `The company has no ${scope.mode} key.` });
  const event = await readEvent(ctx, viewer, eventId).catch((error: unknown) => {
    throw error instanceof ProblemError ? noSuch('event', eventId) : error;
  });
  const url = withSubId(event.tickets.buy_url, subId);
  return { event, url, text: shareText(event, url), key };
}
