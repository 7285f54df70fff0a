import type { CallOptions } from './calls.js';
import { PartnerEventsError } from './errors.js';
import { InvalidCursorError } from './generated/problems.js';
import type { EventsListQuery } from './generated/resources.js';
import type { Event, EventList, Withdrawn } from './generated/schemas.js';
import { later, microsecondsOf } from './instants.js';

/** What to do: show or update the event, or take down the withdrawn one. Webhooks carry the same in `data`. */
export type Change = { event: Event; withdrawn?: undefined } | { withdrawn: Withdrawn; event?: undefined };

/** Changes to apply together with storing the position. */
export interface ChangeBatch {
  changes: Change[];
  /** Where to go on once they are applied. */
  position: string;
}

export interface ChangesOptions extends CallOptions {
  /** Events in a batch, 1 to 100. */
  limit?: number;
}

/** Options of `client.events.changes`. */
export interface EventChangesOptions extends ChangesOptions {
  /** Language of the texts for people, such as `display`. */
  locale?: EventsListQuery['locale'];
}

/** The parameters of a page of events. */
export interface PageQuery {
  changed_since?: string;
  cursor?: string;
  limit?: number;
}

/** Withdrawals in an answer, at most; as many mean that there are more (contract: `withdrawn` rules). */
const WITHDRAWN_LIMIT = 500;

/** Where a walk through changes stands. As text, an instant alone where that says everything. */
export interface Place {
  /** Events are known up to here. */
  since: string;
  /** Withdrawals are known up to here, if that is later. */
  withdrawn?: string;
  /** In the middle of a walk: the next page, and the last change it has passed. */
  cursor?: string;
  last?: string;
}

/** A walk through pages of changes, with a position that can be kept. */
export abstract class Walk<Page> {
  protected place: Place;

  /** @param page asks for a page. */
  constructor(
    protected readonly page: (query: PageQuery) => PromiseLike<Page>,
    since: string | Date,
    protected readonly limit: number,
  ) {
    this.place = parsePlace(since instanceof Date ? since.toISOString() : since);
  }

  /** The position of the walk: keep it, and pass it to `changes()` the next time. */
  get position(): string {
    return placeText(this.place);
  }

  /** The page that a stored position names; null where there is none, or the service does not know its cursor any more. */
  protected async resume(): Promise<Page | null> {
    const { cursor, since, withdrawn } = this.place;
    if (!cursor) return null;
    try {
      return await this.page({ cursor, limit: this.limit });
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error;
      this.place = { since, withdrawn };
      return null;
    }
  }
}

/**
 * Every change of the events you may show, from a position to now, without a gap and in an order that can be applied as it
 * comes. It ends when everything that had changed when it began was given out. A change may come twice, never too late.
 */
export class Changes extends Walk<EventList> implements AsyncIterable<Change> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    for await (const { changes } of this.batches()) yield* changes;
  }

  /** The changes a page at a time, each with the position after it: for stores that write both in one transaction. */
  async *batches(): AsyncGenerator<ChangeBatch, void, undefined> {
    let page = await this.resume();
    if (page) yield* this.give(page.events.map(toShow), this.after(page));
    else page = yield* this.begin();
    while (page.next) {
      page = await this.page({ cursor: page.next, limit: this.limit });
      yield* this.give(page.events.map(toShow), this.after(page));
    }
  }

  /**
   * The first page of a walk and all withdrawals. The walk and the withdrawals of its first page end at the changes
   * known when it began: the next walk may begin at the last of either. Withdrawals beyond the first 500 are asked for
   * separately, with their own position. They may take down an event of this page, so they come after it.
   */
  private async *begin(): AsyncGenerator<ChangeBatch, EventList, undefined> {
    const { since } = this.place;
    const page = await this.page({ changed_since: since, limit: this.limit });
    let found = page.withdrawn ?? [];
    const passed = found.at(-1)?.withdrawn_at ?? since;
    let changes = page.events.map(toShow);
    for (;;) {
      const known = this.place.withdrawn ?? since;
      const fresh = found.filter(({ withdrawn_at }) => microsecondsOf(withdrawn_at) > microsecondsOf(known));
      const place = { since, withdrawn: later(known, fresh.at(-1)?.withdrawn_at ?? known) };
      const isLast = found.length < WITHDRAWN_LIMIT;
      changes.push(...fresh.map(toTakeDown));
      yield* this.give(changes, isLast ? this.after(page, { ...place, last: passed }) : place);
      if (isLast) return page;
      changes = [];
      // All of a full answer may be known already: then the next request begins after the known ones.
      found = (await this.page({ changed_since: later(place.withdrawn, passed), limit: 1 })).withdrawn ?? [];
    }
  }

  /** Where one stands after the events of a page. */
  private after(page: EventList, { since, withdrawn, last = since }: Place = this.place): Place {
    const passed = later(last, page.events.at(-1)?.updated_at ?? last);
    return page.next ? { since, withdrawn, last: passed, cursor: page.next } : { since: passed, withdrawn };
  }

  private async *give(changes: Change[], next: Place): AsyncGenerator<ChangeBatch, void, undefined> {
    const position = placeText(next);
    if (changes.length > 0 || position !== this.position) yield { changes, position };
    // Only now they were applied: a caller that stops in between gets them again.
    this.place = next;
  }
}

const toShow = (event: Event): Change => ({ event });
const toTakeDown = (withdrawn: Withdrawn): Change => ({ withdrawn });

export function placeText({ since, withdrawn, cursor, last }: Place): string {
  const more = new URLSearchParams();
  if (withdrawn && microsecondsOf(withdrawn) > microsecondsOf(since)) more.set('withdrawn', withdrawn);
  if (cursor) {
    more.set('cursor', cursor);
    if (last) more.set('last', last);
  }
  return more.size > 0 ? `${since}?${more}` : since;
}

/** @throws {PartnerEventsError} for text that is neither an instant nor a position. */
function parsePlace(text: string): Place {
  const [since = '', rest = ''] = text.split('?');
  const more = new URLSearchParams(rest);
  const place: Place = { since };
  for (const name of ['withdrawn', 'cursor', 'last'] as const) {
    const value = more.get(name);
    if (value !== null) place[name] = value;
  }
  try {
    for (const instant of [since, place.withdrawn, place.last]) if (instant !== undefined) microsecondsOf(instant);
  } catch (cause) {
    throw new PartnerEventsError('`since` must be a Date, an ISO 8601 instant, or a position of earlier changes.', {
      cause,
    });
  }
  return place;
}
