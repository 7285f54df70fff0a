import { EVENT_CSV_HEADER, eventCsvRow } from '../../../src/listings/rules/event-csv.js';
import { renderICalendar } from '../../feeds/icalendar.js';
import { renderJsonFeed } from '../../feeds/json-feed.js';
import { renderRss } from '../../feeds/rss.js';
import { renderXml } from '../../feeds/xml.js';
import { event } from './events.js';

const feed = {
  mode: 'test' as const,
  title: 'Partner Events: samples, no real money',
  selfUrl: 'https://api.example.com/v1/feeds/events.json?limit=20',
  homeUrl: 'https://api.example.com',
  events: [event],
};
/** The statement of the other examples: a test compares it with what is sent. */
export const STATEMENT_CSV =
  'settlement_id,period_start,period_end,id,kind,sale_id,event_id,sub_id,transaction_value,commission,currency,status,reason,created_at\r\n' +
  'stm_6Rw1Yp4sNf8Jt2Gv7Qk3,2026-10-01,2026-11-01,ern_9Kd3Xm7vTq2Bz5Wc8Hn1,sale,sale_4Tq8Zb1nXw6Ky3Rd9Pm5,' +
  'evt_3Hn7Vc2kLq8Wd5Xs1Zp9,summer-mail_7,56.00,6.00,EUR,ready,,2026-09-12T18:04:11.250Z\r\n';
const csv = EVENT_CSV_HEADER + eventCsvRow(event);

/** Files that are sent, by `method path` and media type: what stands in them, before any compression. */
export const FILE_EXAMPLES: Record<string, Record<string, unknown>> = {
  'get /feeds/{file}': {
    'application/feed+json': JSON.parse(renderJsonFeed(feed)),
    'application/rss+xml': renderRss(feed),
    'application/xml': renderXml(feed),
    'text/csv; charset=utf-8': csv,
    'text/calendar; charset=utf-8': renderICalendar(feed),
  },
  'get /bulk/{file}': { 'application/gzip': `${JSON.stringify(event)}\n` },
  'get /settlements/{file}': {
    'text/csv; charset=utf-8': STATEMENT_CSV,
    'application/pdf': '%PDF-1.7 …',
  },
};
