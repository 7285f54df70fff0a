import { foldPlaceName, foldText } from '../../core/fold.js';
import type { Id } from '../../core/ids.js';
import type { EventRow } from './event-columns.js';

/** What buyers of an event are notified of: it does not take place, not now, at another time, or elsewhere. */
const ANNOUNCEMENT_KINDS = ['cancelled', 'postponed', 'rescheduled', 'moved'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** Whether, when and where an event takes place, as buyers were notified. */
export interface EventFacts
  extends Pick<EventRow, 'status' | 'date' | 'timezone' | 'venue' | 'address' | 'city' | 'country'> {
  /** ISO 8601; null: only the day is known. */
  start: string | null;
}

/** The differences for a buyer who knows the earlier facts. */
export type EventChange = 'cancelled' | 'postponed' | 'date' | 'place';

/**
 * The news for a buyer who knows `known`, the most important first; empty: none. A start or a venue that becomes known
 * or unknown is no change. A postponed event does not change again before it has a new date.
 */
export function changesSince(known: EventFacts, now: EventFacts): EventChange[] {
  if (now.status === 'cancelled' || now.status === 'postponed') return now.status === known.status ? [] : [now.status];
  if (now.status === 'completed') return [];
  const otherDate =
    known.date !== now.date || (bothKnown(known.start, now.start) && !sameInstant(known.start, now.start));
  return [
    ...(otherDate || known.status === 'postponed' ? (['date'] as const) : []),
    ...(otherPlace(known, now, bothKnown) ? (['place'] as const) : []),
  ];
}

/**
 * The possible news of an event's change for ticket holders; null: none. A venue or start that becomes known counts,
 * because it may have been another one before: {@link changesSince} decides whether it is new to a buyer.
 */
export function announcementOf(before: EventFacts, after: EventFacts): AnnouncementKind | null {
  if (after.status === 'cancelled' || after.status === 'postponed') {
    return after.status === before.status ? null : after.status;
  }
  if (after.status === 'completed') return null;
  const otherStart = after.start !== null && !sameInstant(before.start, after.start);
  if (before.date !== after.date || otherStart || before.status === 'postponed') return 'rescheduled';
  return otherPlace(before, after, (_was, is) => is !== null) ? 'moved' : null;
}

type Comparable = (was: string | null, is: string | null) => boolean;

const bothKnown: Comparable = (was, is) => was !== null && is !== null;

/** By the venue or, where none is known, the street; spelling aside. */
function otherPlace(before: EventFacts, after: EventFacts, comparable: Comparable): boolean {
  const differs = (key: 'venue' | 'address' | 'city' | 'country') =>
    comparable(before[key], after[key]) && folded(before[key]) !== folded(after[key]);
  return differs('country') || differs('city') || differs(after.venue === null ? 'address' : 'venue');
}

function folded(text: string | null): string | null {
  if (text === null) return null;
  return foldPlaceName(text) || foldText(text);
}

function sameInstant(first: string | null, other: string | null): boolean {
  return first === other || (first !== null && other !== null && Date.parse(first) === Date.parse(other));
}

/** A change that is announced to buyers. Its id makes repeated messages announce it once. */
export interface AnnouncedChange {
  id: string;
  eventId: Id<'event'>;
  kind: AnnouncementKind;
}

/** Key of the outbox topic `event.announced`. */
export function announcementKey({ id, eventId, kind }: AnnouncedChange): string {
  return [id, eventId, kind].join('/');
}

/** @throws {Error} for a text that {@link announcementKey} did not make. */
export function readAnnouncementKey(key: string): AnnouncedChange {
  const [id, eventId, word] = key.split('/');
  const kind = ANNOUNCEMENT_KINDS.find((kind) => kind === word);
  if (!id || !eventId || !kind) throw new Error(`no announcement has the key ${key}`);
  return { id, eventId, kind };
}
