import type { Event } from '../../../core/wire/event.js';

/** A buy link with the partner's own click id. @param subId valid by the rule of the API; null: none. */
export function withSubId(buyUrl: string, subId: string | null): string {
  return subId === null ? buyUrl : `${buyUrl}&sub_id=${subId}`;
}

/** An event in a few lines, with its link, for a post or a mail; null: the organizer does not let it be shared further. */
export function shareText({ name, can_share: canShare, display, location }: Event, url: string): string | null {
  if (!canShare) return null;
  const place = [location.venue, location.city].filter((part) => part !== null && part !== '');
  return [name, [display.date_label, ...place].join(' · '), url].join('\n');
}
