import { z } from 'zod';
import { languages } from '../core/locales/messages.js';
import { DAY } from '../core/time.js';
import { country, currency, cursor, date, decimal, flag, idList, instant, limit, text } from '../core/wire/query.js';

const UPCOMING_SORTS = ['starts_at', '-starts_at', 'price'] as const;
const SORTS = [...UPCOMING_SORTS, 'updated_at'] as const;
type Sort = (typeof SORTS)[number];

/** The filters that no index has in an order. */
const REFUSED_FILTERS: Record<Sort, readonly (keyof EventFilters)[]> = {
  starts_at: ['changed_since'],
  '-starts_at': ['changed_since', 'q'],
  price: ['changed_since', 'q', 'artist', 'performer_id', 'near', 'lat', 'on_sale_from'],
  updated_at: [],
};

/** Most days from `on_sale_from` to `on_sale_to`: the index is read day by day. */
const MAX_ON_SALE_DAYS = 31;

/** A city, a comma, a country code: in the plainer words that other languages' validators share. */
const NEAR_SHAPE = /\S\s*,\s*[A-Za-z]{2}\s*$/;

const name = (longest: number) => text(longest).regex(/\S/, 'must not be blank');

const countryFilter = country.describe('Two-letter ISO 3166 code, in upper or lower case.');

const commonFilters = {
  city: name(120)
    .describe('City by any of its names (`Köln`, `Cologne`, `koeln`), whatever the case and accents.')
    .optional(),
  country: countryFilter.optional(),
  category: name(80).describe('`id` of a category from `/categories`.').optional(),
  from: date.describe('First day, as the venue counts days.').optional(),
  to: date.describe('Last day, included, as the venue counts days.').optional(),
  venue_id: text(80).optional().describe('`location.venue_id` of an event: only events at this venue.'),
  performer_id: text(80)
    .optional()
    .describe('`id` of one of the `performers` of an event: only events with this performer.'),
};

/** The parameter of reads whose answers have texts for people. */
export const localeShape = {
  locale: z
    .enum(languages())
    .optional()
    .describe(
      'Language of the texts for people: `display`, names of categories, titles of feeds and problems. English when absent. Texts of ' +
        'organizers stay as they are.',
    ),
};

export const pageShape = { limit: limit(100, 20), cursor: cursor.optional() };

/** Parameters of `GET /offers`, whose list is the events' with fewer filters (contract: GET /offers). */
export const offerFilterShape = {
  ...commonFilters,
  changed_since: instant
    .optional()
    .describe(
      'Only what changed after this instant, ended and cancelled events too, the earliest change first. Milliseconds and ' +
        'whole seconds will do: cut off the rest, never round up.',
    ),
  minimum_earnings: decimal(0, 1e12)
    .optional()
    .describe('Least reward for a ticket, in the currency of the event. Implies `commissioned=true`.'),
  near: text(160)
    .regex(NEAR_SHAPE, 'must be a city and a country code, such as `Helsinki,FI`')
    .describe('City and country code, such as `Helsinki,FI`: events within `radius` of it.')
    .optional(),
};

const UPCOMING_ORDERS =
  'Order of the events. `starts_at`, the usual one: the soonest first. `-starts_at`: the latest first, not with `q`. `price`: the ' +
  'lowest `tickets.from` first, with `currency` and a `city` or `country`, and without `q`, `artist`, `performer_id`, `near`, `lat`, `on_sale_from`.';

/** The filters by start of sales, and the orders, of a list of upcoming events. */
export const upcomingShape = {
  on_sale_from: date
    .optional()
    .describe('First day on which the first tickets go on sale, as the venue counts days. Send `on_sale_to` too.'),
  on_sale_to: date
    .optional()
    .describe(
      `Last such day, included, at most ${MAX_ON_SALE_DAYS} days in all. Upcoming events only: not with \`changed_since\`.`,
    ),
  sort: z.enum(UPCOMING_SORTS, 'must be `starts_at`, `-starts_at` or `price`').optional().describe(UPCOMING_ORDERS),
  currency: currency
    .optional()
    .describe(
      'With `sort=price` only: events whose prices are in this currency, as an ISO 4217 code in upper or lower case.',
    ),
};

export const eventFilterShape = {
  ...offerFilterShape,
  ...upcomingShape,
  sort: z
    .enum(SORTS, 'must be `starts_at`, `-starts_at`, `price` or `updated_at`')
    .optional()
    .describe(
      `${UPCOMING_ORDERS} \`updated_at\`: the earliest change first, with \`changed_since\`, which allows no other order.`,
    ),
  commissioned: flag.optional().describe('`true`: only events that pay a reward.'),
  artist: name(100)
    .describe('Part of the name of a performer, whatever the case and accents: `beyonce` finds Beyoncé.')
    .optional(),
  q: name(100)
    .describe(
      'Words of the name, the venue, the city or a performer, all of them, whatever the case and accents. The last may be incomplete: ' +
        '`beyonce lond` finds Beyoncé in London. Cities are found by any of their names. Upcoming events only: not with `changed_since`.',
    )
    .optional(),
  lat: decimal(-90, 90).optional().describe('Latitude of the middle of a circle, in degrees. Send `lng` too.'),
  lng: decimal(-180, 180).optional().describe('Longitude of the middle of a circle, in degrees. Send `lat` too.'),
  radius: decimal(1, 500).optional().describe('Kilometres around `lat` and `lng`, or `near`. 50 when absent.'),
};

/** Parsed filters of `GET /events`. Filters that were not sent are absent. */
export type EventFilters = z.output<z.ZodObject<typeof eventFilterShape>>;

interface Issues {
  value: EventFilters & { cursor?: string };
  issues: z.core.$ZodRawIssue[];
}

/** What no single parameter shows: halves of a place, a radius around nothing, days the wrong way round. */
export function checkCombination({ value, issues }: Issues): void {
  const fault = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
  if (value.lat !== undefined && value.lng === undefined) fault('lng', 'is needed together with `lat`');
  if (value.lng !== undefined && value.lat === undefined) fault('lat', 'is needed together with `lng`');
  if (value.radius !== undefined && value.lat === undefined && value.lng === undefined && value.near === undefined) {
    fault('radius', 'needs a place: `lat` and `lng`, or `near`');
  }
  if (value.q !== undefined && value.changed_since !== undefined) {
    fault('q', 'cannot be combined with `changed_since`: it finds upcoming events');
  }
  if (value.from !== undefined && value.to !== undefined && value.from > value.to) {
    fault('to', 'must not be before `from`');
  }
  checkSaleDays(value, fault);
  checkOrder(value, fault);
}

type Fault = (path: keyof EventFilters, message: string) => void;

function checkSaleDays({ on_sale_from: from, on_sale_to: to, changed_since: since }: EventFilters, fault: Fault): void {
  if (from === undefined || to === undefined) {
    if (to !== undefined) fault('on_sale_from', 'is needed together with `on_sale_to`');
    if (from !== undefined) fault('on_sale_to', 'is needed together with `on_sale_from`');
    return;
  }
  if (from > to) fault('on_sale_to', 'must not be before `on_sale_from`');
  else if (countDays(from, to) > MAX_ON_SALE_DAYS) {
    fault('on_sale_to', `must be at most ${MAX_ON_SALE_DAYS - 1} days after \`on_sale_from\``);
  }
  if (since !== undefined) fault('on_sale_from', 'cannot be combined with `changed_since`: it finds upcoming events');
}

/** Number of days from a first to a last day, both included. */
function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY + 1;
}

/** Whether an index has the events in the order of `sort`. With a cursor, the filters of its first page are sealed in it. */
function checkOrder(value: EventFilters & { cursor?: string }, fault: Fault): void {
  const { sort } = value;
  const isFirst = value.cursor === undefined;
  if (value.currency !== undefined && sort !== 'price') fault('currency', 'needs `sort=price`');
  if (sort === undefined) return;
  const refused = REFUSED_FILTERS[sort].find((name) => value[name] !== undefined);
  if (refused !== undefined) fault('sort', `cannot be \`${sort}\` together with \`${refused}\``);
  if (sort === 'updated_at' && isFirst && value.changed_since === undefined) {
    fault('sort', 'can be `updated_at` only with `changed_since`');
  }
  if (sort !== 'price' || !isFirst) return;
  if (value.currency === undefined)
    fault('currency', 'is needed with `sort=price`: prices of two currencies have no order');
  if (value.city === undefined && value.country === undefined) {
    fault('sort', 'can be `price` only with a `city` or a `country`');
  }
}

/** Most `ids` of one call (`GET /events`). */
const MAX_IDS = 100;

/** Query of `GET /events`. */
export const eventListQuery = z
  .object({
    ...eventFilterShape,
    ids: idList(MAX_IDS)
      .optional()
      .describe(
        'Up to 100 events by their ids, with commas between them, also after they ended or were cancelled. Send no filter and ' +
          'no `cursor` with it; `limit` has no effect. An id sent twice is answered once.',
      ),
    ...pageShape,
    ...localeShape,
  })
  .check(checkCombination)
  .check(({ value, issues }) => {
    const { ids, limit: _limit, locale: _locale, ...others } = value;
    const [other] = Object.entries(others).find(([, given]) => given !== undefined) ?? [];
    if (ids === undefined || other === undefined) return;
    // With a filter, an id could be in none of the lists of the answer.
    const message = 'cannot be combined with filters or `cursor`: it names the events';
    issues.push({ code: 'custom', path: ['ids'], message, input: ids });
  });

/** The situations that a sandbox answer can pretend (contract: GET /demo/events). */
export const simulate = z
  .enum(
    ['sold_out', 'cancelled', 'rescheduled', 'postponed', 'invalid_key', 'rate_limited'],
    'must be `sold_out`, `cancelled`, `rescheduled`, `postponed`, `invalid_key` or `rate_limited`',
  )
  .describe('Gives every sample event this status, or returns the error of a wrong key (401) or a spent limit (429).');
export type Simulation = z.infer<typeof simulate>;

/** Query of `GET /demo/events`: fewer filters, and `simulate`. */
export const demoEventListQuery = z
  .object({
    ...commonFilters,
    near: offerFilterShape.near,
    artist: eventFilterShape.artist,
    q: eventFilterShape.q,
    ...upcomingShape,
    ...pageShape,
    ...localeShape,
    simulate: simulate.optional(),
  })
  .check(checkCombination);

export const categoryQuery = z.object({ country: countryFilter.optional(), ...localeShape });
export const locationQuery = z.object({ country: countryFilter.optional(), limit: limit(500, 200) });
