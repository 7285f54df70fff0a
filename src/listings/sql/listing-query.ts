import type { Circle } from '../rules/geo.js';

/** Which events a page is chosen from, in terms of the read model. */
export interface ListingQuery {
  /** Samples, or real events. */
  test: boolean;
  /** Upcoming events by their start, or all events by their last change. */
  order: 'soonest' | 'changed';
  /** Goes on after this row. */
  after?: { at: string; id: string };
  /** For `changed`: after this instant (UTC, microseconds), and at most this one (milliseconds). */
  since?: string;
  until?: string;
  /** One of these; null: any. */
  countries: readonly string[] | null;
  categories: readonly string[] | null;
  cityKey?: string;
  from?: string;
  to?: string;
  /** Pays a reward, at least this much per ticket. */
  paying: boolean;
  minimumEarnings?: number;
  /** Inside all of them. */
  circles: readonly Circle[];
  /** The one-degree squares to look in, one by one; null: on the way through the others, each is looked at. */
  cells: readonly number[] | null;
  artist?: ArtistMatch;
  /** Rows wanted. */
  limit: number;
}

/**
 * Performers whose events are few: their ids, or what their folded names contain (`named`), looked up within the statement. Else
 * what the names on the event contain.
 */
export type ArtistMatch = { performers: readonly number[] } | { named: string } | { contains: string };

export interface Statement {
  text: string;
  params: unknown[];
}

/** Collects the parameters of one statement; `bind` answers the placeholder. */
export class Parameters {
  readonly values: unknown[] = [];

  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Instants travel as text: a Date would cut off their microseconds. */
  instant(value: string): string {
    return `${this.bind(value, 'text')}::timestamptz`;
  }
}

/** How performers are found by what their folded names contain; `value` is the condition's parameter. */
export function performersNamed(contains: string): { where: (placeholder: string) => string; value: string } {
  // Fewer than three characters make no trigram: reading the names until enough are found is quicker.
  if ([...contains].length < 3) return { where: (text) => `strpos(name_key, ${text}) > 0`, value: contains };
  return { where: (pattern) => `name_key LIKE ${pattern}`, value: likeContains(contains) };
}

/** Text inside a LIKE pattern, wildcards taken literally. */
export function likeContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
