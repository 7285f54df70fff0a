import type { Id } from '../../core/ids.js';
import { DAY, dayOf, MINUTE } from '../../core/time.js';
import type { Agreement } from '../../core/viewer.js';

const BULK_FORMATS = ['ndjson', 'csv'] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

/** Contract: Limits. */
export const MAX_BULK_SUBSCRIPTIONS = 5;
export const FULL_FILE_INTERVAL_MS = 15 * MINUTE;
export const MAX_DAYS_AHEAD = 3650;

/** Media type of the uncompressed file. */
export const BULK_CONTENT_TYPES: Record<BulkFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
};

/** The name of a bulk file (contract: GET /bulk/{file}). */
export const BULK_FILE = /^(bfs_[A-Za-z0-9]{6,40})\.(ndjson|csv)\.gz$/;

/** The subscription and format that a file's name stands for; null when it is not such a name. */
export function parseBulkFile(file: string): { subscriptionId: Id<'bulkSubscription'>; format: BulkFormat } | null {
  const [, subscriptionId, format] = BULK_FILE.exec(file) ?? [];
  return subscriptionId && format ? { subscriptionId, format: format as BulkFormat } : null;
}

/** The filters of a bulk file. Null lists and days: no filter; an empty list covers nothing. */
export interface BulkScope extends Agreement {
  /** Days from today, in UTC. */
  daysAhead: number | null;
}

/** The scope of a subscription under an agreement: a subscription can only narrow it. */
export function narrowScope(agreement: Agreement, subscription: BulkScope): BulkScope {
  return {
    countries: both(agreement.countries, subscription.countries),
    categories: both(agreement.categories, subscription.categories),
    payingOnly: agreement.payingOnly || subscription.payingOnly,
    daysAhead: subscription.daysAhead,
  };
}

function both(allowed: readonly string[] | null, wanted: readonly string[] | null): readonly string[] | null {
  if (allowed === null || wanted === null) return wanted ?? allowed;
  return wanted.filter((value) => allowed.includes(value));
}

/** The same text for the same scope. */
export function scopeText({ countries, categories, payingOnly, daysAhead }: BulkScope): string {
  const sorted = (list: readonly string[] | null) => list && [...list].sort();
  return JSON.stringify([sorted(countries), sorted(categories), payingOnly, daysAhead]);
}

/** The last day that a scope reaches to, seen from `now`, as `YYYY-MM-DD`; null: no last day. */
export function lastDay({ daysAhead }: BulkScope, now: Date): string | null {
  if (daysAhead === null) return null;
  return dayOf(new Date(now.getTime() + daysAhead * DAY));
}
