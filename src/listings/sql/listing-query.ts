import type { Circle } from '../rules/geo.js';

/** Which events a page is chosen from, in terms of the read model. */
export interface ListingQuery {
  /** Samples, or real events. */
  test: boolean;
  /** Upcoming events by their start, either way, or by their lowest price; or all events by their last change. */
  order: 'soonest' | 'latest' | 'cheapest' | 'changed';
  /** For `cheapest`: of the prices. */
  currency?: string;
  /** Goes on after this row. */
  after?: { at: string; id: string };
  /** For `changed`: after this instant (UTC, microseconds), and at most this one (milliseconds). */
  since?: string;
  until?: string;
  /** The allowed values; null: any. */
  countries: readonly string[] | null;
  categories: readonly string[] | null;
  cityKey?: string;
  venueId?: string;
  /** Public id. */
  performerId?: string;
  from?: string;
  to?: string;
  /** First and last day on which sales begin, with the days between; at most 31. */
  onSale?: readonly string[];
  /** Pays a reward, at least this much per ticket. */
  paying: boolean;
  minimumEarnings?: number;
  /** Inside all of them. */
  circles: readonly Circle[];
  /** The cells (one-degree squares) to look in, one by one; null: on the way through the others, each is looked at. */
  cells: readonly number[] | null;
  artist?: ArtistMatch;
  /** Finds upcoming events only. */
  search?: ListingSearch;
  /** Rows wanted. */
  limit: number;
}

/**
 * Performers whose events are few: their ids, or a part of their folded names (`named`), looked up within the
 * statement. Else a part of the names on the event.
 */
type ArtistMatch = { performers: readonly number[] } | { named: string } | { contains: string };

/** The words that an event must have. */
export interface ListingSearch {
  /** A `tsquery`. */
  words: string;
  /** The bits (`wordBits`) that every event with these words has. */
  bits: number;
  /** How the index of words finds rare words. Null: the words are frequent. */
  rare: RareWords | null;
}

/** Stands in no word. */
export const PREFIX_MARK = '?';

/** Each `tsquery` finds the events of the search, and may find others. */
export interface RareWords {
  /** A `tsquery` with `PREFIX_MARK` in place of the words that begin with `prefix`, where these are few. */
  expanded: string;
  prefix: string;
  /** The `tsquery` where these are many, or none. */
  otherwise: string;
}
