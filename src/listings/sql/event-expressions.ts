import { IMAGE_NAME } from '../rules/event-document.js';

/**
 * Whether, when and where an event takes place, as JSON (`EventFacts`).
 *
 * @param alias of `events` in the statement.
 */
export function eventFacts(alias: string): string {
  const columns = ['status', 'date', 'timezone', 'venue', 'address', 'city', 'country'];
  return `jsonb_build_object('start', ${alias}.starts_at, ${columns.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;
}

/**
 * SQL for the end of the day of the event behind `alias`, for events with a day but no time. Where the clocks skip
 * midnight the day ends the moment they do; `src/core/local-time.ts` says the same, and a test compares the two.
 */
export function endOfEventDay(alias: string): string {
  return `(${alias}.date + 1)::timestamp AT TIME ZONE coalesce(${alias}.timezone, 'UTC')`;
}

/** SQL for the instant from which the event behind `alias` is over: what `endOf` in `src/listings/rules/event-time.ts` returns. */
export function endOfEvent(alias: string): string {
  return `coalesce(${alias}.ends_at, ${alias}.starts_at + interval '6 hours', ${endOfEventDay(alias)})`;
}

/**
 * SQL for a partner's view of a stored document. It does the same as `completeDocument` in `src/listings/documents.ts`:
 * our address before the path of an own picture and in our links, and the partner's code in the buy link. In JSON no
 * text can contain the member's name with unescaped quotes, so only the member itself begins with a slash.
 *
 * @param doc of `event_listings` or `changes`; origin, ref: expressions too.
 */
export function filledDocument(doc: string, { origin, ref }: { origin: string; ref: string }): string {
  const withPicture = `replace(${doc}, '${IMAGE_NAME}"/', '${IMAGE_NAME}"' || ${origin} || '/')`;
  return `replace(replace(${withPicture}, chr(1), ${origin}), chr(2), ${ref})`;
}
