import type { EventStatus } from '../../core/wire/event.js';

/** What buyers of an event are told of: it does not take place, not now, or at another time. */
export const NOTICE_KINDS = ['cancelled', 'postponed', 'rescheduled'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface NoticedState {
  status: EventStatus;
  startsAt: Date | null;
  /** `YYYY-MM-DD`. */
  date: string;
}

/**
 * What a change of an event means to those who have tickets; null: nothing. A start that becomes known on the same day is
 * no new date.
 */
export function noticeOf(before: NoticedState, after: NoticedState): NoticeKind | null {
  if (after.status === 'cancelled' || after.status === 'postponed') {
    return after.status === before.status ? null : after.status;
  }
  if (after.status === 'completed') return null;
  const sameTime = before.startsAt === null || after.startsAt === null || +before.startsAt === +after.startsAt;
  if (before.date !== after.date || !sameTime) return 'rescheduled';
  return after.status === 'rescheduled' && before.status === 'postponed' ? 'rescheduled' : null;
}

/** A notice as it is announced: an id of its own, so that it is told once however often it is announced. */
export interface AnnouncedNotice {
  id: string;
  eventId: string;
  kind: NoticeKind;
}

/** Key of the outbox topic `event.noticed`. */
export function noticeKey({ id, eventId, kind }: AnnouncedNotice): string {
  return [id, eventId, kind].join('/');
}

/** @throws {Error} for a text that {@link noticeKey} did not make. */
export function readNoticeKey(key: string): AnnouncedNotice {
  const [id, eventId, word] = key.split('/');
  const kind = NOTICE_KINDS.find((one) => one === word);
  if (!id || !eventId || !kind) throw new Error(`no notice has the key ${key}`);
  return { id, eventId, kind };
}
