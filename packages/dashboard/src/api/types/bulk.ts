import type { Instant } from './common.ts';

export interface BulkFilter {
  countries: string[] | null;
  categories: string[] | null;
  days_ahead: number | null;
  paying_only: boolean;
}

export interface BulkCount {
  covered: number;
  narrowed_away: number;
}

export interface BulkSubscription extends BulkFilter, BulkCount {
  object: 'bulk_subscription';
  id: string;
  name: string;
  created_at: Instant;
  last_file: {
    format: string;
    state: string;
    changes_only: boolean;
    requested_at: Instant;
    finished_at: Instant | null;
    bytes: number | null;
    events: number | null;
    truncated: boolean | null;
  } | null;
  urls: { ndjson: string; csv: string };
  curl: string;
}
