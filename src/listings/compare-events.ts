import { cityKey } from '../platform/places/city-names.js';
import { changesSince, type EventChange, type EventFacts, type NoticeKind, noticeOf } from './rules/event-notice.js';

/** {@link changesSince}, for which all names of a city are one. */
export function eventChangesSince(known: EventFacts, now: EventFacts): EventChange[] {
  return changesSince(withCityKey(known), withCityKey(now));
}

/** {@link noticeOf}, for which all names of a city are one. */
export function eventNoticeOf(before: EventFacts, after: EventFacts): NoticeKind | null {
  return noticeOf(withCityKey(before), withCityKey(after));
}

function withCityKey(facts: EventFacts): EventFacts {
  return { ...facts, city: facts.city === null ? null : cityKey(facts.city) };
}
