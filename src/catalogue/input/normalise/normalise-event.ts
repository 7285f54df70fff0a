import { canonicalZone } from '../../../platform/places/zones.js';
import { inferCountry, pointFault, readDegrees } from './check-place.js';
import { cleanText, cutText } from './clean-text.js';
import { dropEmpty, isEmpty } from './drop-empty.js';
import type { MemberNotes } from './notes.js';
import { readAmount } from './read-amount.js';
import { isoOf, readWhen } from './read-when.js';

/** An event in our own format, with values as people and programs write them. */
export type LooseEvent = Record<string, unknown>;

/** Texts with their maximum length. */
const TEXTS: Record<string, number> = {
  name: 300,
  venue: 200,
  address: 400,
  city: 120,
  state: 120,
  country: 80,
  category: 80,
  short_description: 500,
};
const LONGEST_PERFORMER = 200;
const MOST_PERFORMERS = 100;

/** Members with meaningful empty values. */
const MEANINGFUL: Record<string, (value: unknown) => boolean> = {
  online: (value) => value === false,
  can_share: (value) => value === false,
  ticket_types: (value) => Array.isArray(value),
  reward: (value) => typeof value === 'object' && value !== null,
};

const NOT_YET_KNOWN = /^(?:tb[acd]|t\.b\.[acd]\.|to be (?:announced|confirmed|determined|decided))$/i;
/** Names of types of schema.org that a plugin writes when it knows no performer. */
const NO_PERFORMER = /^(?:organization|person|performing ?group|music ?group|performer|thing)$/i;

/**
 * The one step before the strict schema: empty members become absent, texts are cleaned, numbers, times, addresses of pages and zones get
 * their standard form, and coordinates are compared with the place (docs/catalogue.md, Input forms). Members that stay wrong are
 * left for the schema.
 *
 * @param notes receives the omitted and changed members.
 */
export function normaliseEvent(written: LooseEvent, notes: MemberNotes): LooseEvent {
  const event = withoutEmpty(written);
  for (const [member, longest] of Object.entries(TEXTS)) {
    const value = event[member];
    if (typeof value === 'string') setText(event, member, value, longest, notes);
  }
  if (Array.isArray(event.performers)) event.performers = readPerformers(event.performers, notes);
  readTexts(event.reward, ['description']);
  if (Array.isArray(event.ticket_types)) for (const type of event.ticket_types) readTexts(type, ['name']);
  readTimes(event);
  readAddresses(event);
  readPrice(event, notes);
  if (typeof event.city === 'string' && event.country === undefined && event.online !== true) {
    event.country = inferCountry(event.city, typeof event.state === 'string' ? event.state : undefined);
  }
  readPoint(event, notes);
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined));
}

function withoutEmpty(written: LooseEvent): LooseEvent {
  const members = Object.entries(written).map(([member, value]) => {
    const means = Object.hasOwn(MEANINGFUL, member) ? MEANINGFUL[member] : undefined;
    return [member, means?.(value) ? structuredClone(value) : dropEmpty(value)] as const;
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function setText(event: LooseEvent, member: string, value: string, longest: number, notes: MemberNotes): void {
  // A text of markup alone, such as a name in angle brackets, stays unchanged.
  const text = cleanText(value) || (member === 'name' ? value : '');
  if (isEmpty(text) || (member !== 'name' && NOT_YET_KNOWN.test(text))) {
    event[member] = member === 'name' ? text : undefined;
    return;
  }
  event[member] = cutText(text, longest);
  if (text.length > longest && member !== 'short_description') {
    notes.warn(member, value, `is longer than ${longest} characters and was cut`);
  }
}

function readPerformers(written: unknown[], notes: MemberNotes): unknown[] {
  const names = written.flatMap((performer) => {
    const name =
      typeof performer === 'object' && performer !== null && 'name' in performer ? performer.name : performer;
    if (typeof name !== 'string') return isEmpty(name) ? [] : [performer];
    const text = cleanText(name);
    return isEmpty(text) || NOT_YET_KNOWN.test(text) || NO_PERFORMER.test(text)
      ? []
      : [cutText(text, LONGEST_PERFORMER)];
  });
  if (names.length > MOST_PERFORMERS) {
    notes.warn('performers', names.length, `are more than ${MOST_PERFORMERS}: the first ${MOST_PERFORMERS} count`);
  }
  return names.slice(0, MOST_PERFORMERS);
}

function readTexts(thing: unknown, members: string[]): void {
  if (typeof thing !== 'object' || thing === null) return;
  const record = thing as Record<string, unknown>;
  for (const member of members) {
    const value = record[member];
    if (typeof value === 'string') record[member] = cleanText(value);
  }
}

const TIMES = ['starts_at', 'ends_at', 'date', 'end_date'] as const;

function readTimes(event: LooseEvent): void {
  for (const member of TIMES) {
    const value = event[member];
    const when = typeof value === 'string' ? readWhen(value) : undefined;
    if (!when) continue;
    event[member] = member.endsWith('_at') ? isoOf(when) : when.date;
    if (when.zone !== null) event.timezone ??= when.zone;
  }
  if (typeof event.timezone === 'string') event.timezone = canonicalZone(event.timezone) ?? event.timezone;
}

/** Pages write addresses with entities, without a scheme, or relative to the page of the event. */
function readAddresses(event: LooseEvent): void {
  for (const member of ['url', 'image']) {
    const value = event[member];
    if (typeof value !== 'string') continue;
    const address = value.trim().replaceAll('&amp;', '&').replaceAll('&#038;', '&');
    const base = member === 'image' && typeof event.url === 'string' ? URL.parse(event.url) : null;
    if (address.startsWith('//')) event[member] = `https:${address}`;
    else if (base && !URL.parse(address)) event[member] = URL.parse(address, base)?.href ?? address;
    else event[member] = address;
  }
}

function readPrice(event: LooseEvent, notes: MemberNotes): void {
  const { price } = event;
  if (typeof price !== 'object' || price === null) return;
  const given = price as Record<string, unknown>;
  const currency = typeof given.currency === 'string' ? given.currency : event.currency;
  for (const member of ['from', 'to']) {
    const value = given[member];
    if (typeof value !== 'string') continue;
    const amount = readAmount(value, typeof currency === 'string' ? currency.trim().toUpperCase() : null);
    if ('fault' in amount || amount.amounts.length !== 1) {
      notes.add(`price.${member}`, value, 'fault' in amount ? amount.fault : 'is not an amount');
      event.price = undefined;
      return;
    }
    given[member] = amount.amounts[0];
    given.currency ??= amount.currency ?? undefined;
  }
}

function readPoint(event: LooseEvent, notes: MemberNotes): void {
  const { lat, lng } = event;
  if (lat === undefined && lng === undefined) return;
  const point = { lat: readDegrees(lat), lng: readDegrees(lng) };
  const text = (member: string) => (typeof event[member] === 'string' ? (event[member] as string) : undefined);
  const fault =
    point.lat === undefined || point.lng === undefined
      ? 'is not a pair of degrees'
      : pointFault(
          { lat: point.lat, lng: point.lng },
          { city: text('city'), state: text('state'), country: text('country') },
        );
  if (fault === null) Object.assign(event, point);
  else {
    notes.add('lat', `${lat ?? ''}, ${lng ?? ''}`, `${fault}: the coordinates are left out`);
    Object.assign(event, { lat: undefined, lng: undefined });
  }
}
