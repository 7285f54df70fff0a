import { createHash } from 'node:crypto';
import { refuse } from '../../core/input-refusal.js';
import type { EventStatus } from '../../core/wire/event.js';
import { checkObject } from './draft-event.js';
import { dropEmpty } from './normalise/drop-empty.js';
import type { LooseEvent } from './normalise/normalise-event.js';
import type { MemberNotes } from './normalise/notes.js';
import { isoOf, readWhen, type Written } from './normalise/read-when.js';
import { many, type Node, nodesOf, term, textOf } from './schema-org/members.js';
import { readOffers } from './schema-org/read-offers.js';
import { readPlace } from './schema-org/read-place.js';

/** The schema.org field behind each of our fields, so that an error names the organizer's field. */
const SOURCES: Record<string, string> = {
  starts_at: 'startDate',
  date: 'startDate',
  ends_at: 'endDate',
  end_date: 'endDate',
  country: 'location.address.addressCountry',
  city: 'location.address.addressLocality',
  state: 'location.address.addressRegion',
  address: 'location.address.streetAddress',
  venue: 'location.name',
  lat: 'location.geo',
  lng: 'location.geo',
  performers: 'performer',
  short_description: 'description',
  category: 'keywords',
  'price.from': 'offers.price',
  'price.to': 'offers.price',
  'price.currency': 'offers.priceCurrency',
};

/** The name in schema.org of a field of our own format. */
export function schemaOrgField(field: string): string {
  return SOURCES[field] ?? SOURCES[field.split('.')[0] ?? ''] ?? field;
}

/** Folded, without `Event`: sites write `EventCanceled`, `cancelled` and `event postponed` too. */
const STATUSES: Record<string, EventStatus> = {
  scheduled: 'scheduled',
  confirmed: 'scheduled',
  movedonline: 'scheduled',
  postponed: 'postponed',
  rescheduled: 'rescheduled',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

const CATEGORIES: Record<string, string> = {
  BusinessEvent: 'business',
  ChildrensEvent: 'children',
  ComedyEvent: 'comedy',
  DanceEvent: 'dance',
  EducationEvent: 'education',
  ExhibitionEvent: 'exhibition',
  Festival: 'festival',
  FoodEvent: 'food',
  Hackathon: 'hackathon',
  LiteraryEvent: 'literature',
  MusicEvent: 'music',
  ScreeningEvent: 'film',
  SportsEvent: 'sports',
  TheaterEvent: 'theatre',
  VisualArtsEvent: 'art',
};

/** Whether a type of schema.org is an event. */
export function isEventType(type: string): boolean {
  return /Event(?:Series)?$/.test(type) || Object.hasOwn(CATEGORIES, type);
}

/**
 * An event of schema.org in our own format, with the original texts. Members of a wrong shape are left out.
 *
 * @param notes receives the omitted members, by their names in schema.org.
 * @throws {InputRefusal} naming the missing members, by their names in schema.org.
 */
export function readSchemaOrg(input: unknown, notes: MemberNotes): LooseEvent {
  return translate(checkObject(dropEmpty(input)) as Node, notes);
}

function translate(event: Node, notes: MemberNotes): LooseEvent {
  const types = many(event['@type']).map((type) => term(String(type)));
  if (types.length > 0 && !types.some(isEventType)) throw refuse('@type', `${types.join(', ')} is not an Event`);
  const name = textOf(event.name);
  if (name === undefined) throw refuse('name', 'is required');
  const statuses = many(event.eventStatus).map((status) => term(String(status)));
  const { identity, ...place } = readPlace(event, statuses.includes('EventMovedOnline'));
  const { price, availability } = readOffers(event, notes);
  const kind = types.filter((type) => Object.hasOwn(CATEGORIES, type)).map((type) => CATEGORIES[type])[0];
  const keywords = many(event.keywords).flatMap((words) => textOf(words)?.split(',') ?? []);
  return {
    external_id: externalId(event, identity),
    name,
    status: readStatus(statuses, availability),
    ...readTimes(event, notes),
    ...place,
    image: pictureOf(event.image),
    category: kind ?? keywords.find((word) => word.trim() !== ''),
    performers: [...many(event.performer), ...many(event.performers)].flatMap((performer) => textOf(performer) ?? []),
    short_description: textOf(event.description),
    url: textOf(event.url),
    price,
  };
}

function readStatus(written: string[], availability: string[]): EventStatus | undefined {
  const read = written.map((status) => {
    const word = status
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .replace(/^event/, '');
    if (!Object.hasOwn(STATUSES, word)) throw refuse('eventStatus', `${status} is not a status of schema.org`);
    return STATUSES[word];
  });
  const status = read.find((value) => value !== 'scheduled') ?? read[0];
  if (availability.length === 0 || (status && status !== 'scheduled')) return status;
  return availability.every((word) => word === 'SoldOut') ? 'sold_out' : 'scheduled';
}

function readTimes(event: Node, notes: MemberNotes): LooseEvent {
  const from = textOf(event.startDate);
  if (from === undefined) throw refuse('startDate', 'is required');
  const start = readWhen(from);
  if (!start) return unreadStart(from, notes);
  const to = textOf(event.endDate);
  const end = to === undefined ? undefined : readWhen(to);
  if (to !== undefined && !end) notes.add('endDate', to, 'is not a date or time');
  const timezone = start.zone ?? undefined;
  if (end && areWholeDays(start, end)) {
    if (start.offset === 'Z' || start.offset === '+00:00') {
      notes.warn('startDate', from, 'is midnight UTC, and the end is too: the times are read as whole days');
    }
    return { date: start.date, end_date: end.date, timezone };
  }
  return {
    ...(start.time === null ? { date: start.date } : { starts_at: isoOf(start) }),
    ...(end && (end.time === null ? { end_date: end.date } : { ends_at: isoOf(end) })),
    timezone,
  };
}

/** A time that cannot be read costs the time alone. */
function unreadStart(from: string, notes: MemberNotes): LooseEvent {
  const day = /^\s*(\d{4}-\d{2}-\d{2})(?=[T\s])/.exec(from)?.[1];
  if (day === undefined) return { date: from };
  notes.add('startDate', from, 'is not a date and time: the day alone counts');
  return { date: day };
}

/** Days that a program wrote as times: from midnight to midnight, or to the last minute of a day, by the clock as written. */
function areWholeDays(start: Written, end: Written): boolean {
  if (start.time === null || end.time === null || !start.time.startsWith('00:00')) return false;
  return end.time.startsWith('23:59') || (end.time.startsWith('00:00') && end.offset === start.offset);
}

function pictureOf(image: unknown): string | undefined {
  for (const picture of many(image)) {
    if (typeof picture === 'string') return picture;
    const [node] = nodesOf(picture);
    const address = textOf(node?.url) ?? textOf(node?.contentUrl) ?? textOf(node?.['@id']);
    if (address !== undefined) return address;
  }
  return undefined;
}

const LONGEST_ID = 200;

/**
 * `@id` or `identifier`. Without them, or with an id that is only valid within its page, the id derives from name, start and place (an online event:
 * its page), whatever the case, accents and punctuation, so that an event listed under several topics has a single id. It uses the original texts: better cleaning must not change ids.
 */
function externalId(event: Node, place: string | undefined): string {
  const given = [event['@id'], many(event.identifier)[0]].flatMap((id) => textOf(id) ?? []);
  const id = given.find((text) => !/^(?:#|_:)/.test(text.trim()));
  if (id !== undefined) return id.length <= LONGEST_ID ? id : hashed([id]);
  const where = place ?? page(textOf(event.url) ?? '');
  return hashed([textOf(event.name) ?? '', textOf(event.startDate) ?? '', where].map(plain));
}

function hashed(identity: string[]): string {
  return `auto-${createHash('sha256').update(identity.join('\n')).digest('base64url').slice(0, 24)}`;
}

function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '');
  return letters.toLowerCase();
}

/** A URL without the parts that vary: scheme, `www.`, query, fragment. */
function page(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/[?#].*$/, '');
}
