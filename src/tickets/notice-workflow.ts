import type { Id } from '../core/ids.js';

/** One workflow a change of an event that its buyers are notified of: it queues their mails, page by page. */
export const EVENT_NOTICE_WORKFLOW = 'eventNotice';

/** Ids and a count; the rest is there when the run was continued as a new one. */
export interface EventNoticeInput {
  noticeId: Id<'eventNotice'>;
  /** The last order whose buyer was notified. */
  after?: string;
  queued?: number;
  paused?: boolean;
}

export type NoticeState = 'sending' | 'sent' | 'stopped' | 'superseded';

export interface EventNoticeResult {
  state: NoticeState | 'missing';
  /** Orders whose mail was queued. */
  queued: number;
}

/** Between two pages: with 100 orders each, at most 20 mails a second. */
export const NOTICE_PAGE = 100;
export const NOTICE_PAUSE_MS = 5_000;
/** Pages in one run, some ten events of history each: the next run goes on from there. */
export const NOTICE_PAGES_A_RUN = 100;

/** The signals of operators. */
export const PAUSE_SIGNAL = 'pause';
export const RESUME_SIGNAL = 'resume';
export const STOP_SIGNAL = 'stop';

export interface NoticePage {
  /** Null: this was the last page. */
  after: string | null;
  queued: number;
  /** Buyers are notified of a newer change of the event instead. */
  superseded: boolean;
  /** The event may change again: how long to wait before this page is requested once more. */
  waitMs?: number;
}

export interface EventNoticeActivities {
  /** Queues the mails of one page of orders. */
  queueNoticePage(of: { noticeId: Id<'eventNotice'>; after: string }): Promise<NoticePage>;
  /** Writes down how it ended. */
  endNotice(of: { noticeId: Id<'eventNotice'>; state: Exclude<NoticeState, 'sending'> }): Promise<void>;
}
