import { cityKey } from '../platform/places/city-names.js';
import {
  type AnnouncementKind,
  announcementOf,
  changesSince,
  type EventChange,
  type EventFacts,
} from './rules/event-announcement.js';

/** {@link changesSince}, for which all names of a city are one. */
export function eventChangesSince(known: EventFacts, now: EventFacts): EventChange[] {
  return changesSince(withCityKey(known), withCityKey(now));
}

/** {@link announcementOf}, for which all names of a city are one. */
export function eventAnnouncementOf(before: EventFacts, after: EventFacts): AnnouncementKind | null {
  return announcementOf(withCityKey(before), withCityKey(after));
}

function withCityKey(facts: EventFacts): EventFacts {
  return { ...facts, city: facts.city === null ? null : cityKey(facts.city) };
}
