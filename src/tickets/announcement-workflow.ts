import type { Id } from '../core/ids.js';

/** One workflow a change of an event that its buyers are notified of: it queues their mails, page by page. */
export const EVENT_ANNOUNCEMENT_WORKFLOW = 'eventAnnouncement';

/** Ids and a count; the rest is there when the run was continued as a new one. */
export interface EventAnnouncementInput {
  announcementId: Id<'eventAnnouncement'>;
  /** The last order whose buyer was notified. */
  after?: string;
  queued?: number;
  paused?: boolean;
}

export type AnnouncementState = 'sending' | 'sent' | 'stopped' | 'superseded';

export interface EventAnnouncementResult {
  state: AnnouncementState | 'missing';
  /** Orders whose mail was queued. */
  queued: number;
}

/** Between two pages: with 100 orders each, at most 20 mails a second. */
export const ANNOUNCEMENT_PAGE = 100;
export const ANNOUNCEMENT_PAUSE_MS = 5_000;
/** Pages in one run, some ten events of history each: the next run goes on from there. */
export const ANNOUNCEMENT_PAGES_A_RUN = 100;

/** The signals of operators. */
export const PAUSE_SIGNAL = 'pause';
export const RESUME_SIGNAL = 'resume';
export const STOP_SIGNAL = 'stop';

export interface AnnouncementPage {
  /** Null: this was the last page. */
  after: string | null;
  queued: number;
  /** Buyers are notified of a newer change of the event instead. */
  superseded: boolean;
  /** The event may change again: how long to wait before this page is requested once more. */
  waitMs?: number;
}

export interface EventAnnouncementActivities {
  queueAnnouncementPage(of: { announcementId: Id<'eventAnnouncement'>; after: string }): Promise<AnnouncementPage>;
  endAnnouncement(of: {
    announcementId: Id<'eventAnnouncement'>;
    state: Exclude<AnnouncementState, 'sending'>;
  }): Promise<void>;
}
