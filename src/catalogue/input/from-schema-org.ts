import { createHash } from 'node:crypto';
import { InputRefusal, refuse } from '../../core/input-refusal.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { EventDraft } from '../rules/event-draft.js';
import type { CatalogueInput } from './catalogue-input.js';
import { draftEvent } from './draft-event.js';
import {
  type SchemaOrgEvent,
  type SchemaOrgLocation,
  type SchemaOrgOffer,
  schemaOrgEvent,
} from './schema-org-event.js';

/** The schema.org field behind each of our fields, so that an error names what the organizer wrote. */
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
  lat: 'location.geo.latitude',
  lng: 'location.geo.longitude',
  performers: 'performer',
  short_description: 'description',
  category: 'keywords',
  'price.from': 'offers.price',
  'price.to': 'offers.price',
  'price.currency': 'offers.priceCurrency',
};

const STATUSES: Record<string, EventStatus> = {
  EventScheduled: 'scheduled',
  EventMovedOnline: 'scheduled',
  EventPostponed: 'postponed',
  EventRescheduled: 'rescheduled',
  EventCancelled: 'cancelled',
};

/** Event types that are a category by themselves. */
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

/**
 * An event from schema.org JSON-LD.
 *
 * @throws {InputRefusal} with the field names of schema.org.
 */
export function draftFromSchemaOrg(input: unknown): EventDraft {
  const parsed = schemaOrgEvent.safeParse(input);
  if (!parsed.success) {
    throw new InputRefusal(
      parsed.error.issues.map((issue) => ({
        field: issue.path.join('.'),
        reason: issue.message.endsWith('received undefined') ? 'is required' : issue.message,
      })),
    );
  }
  const types = (parsed.data['@type'] ?? ['Event']).map(term);
  if (!types.some((type) => /Event$/.test(type) || Object.hasOwn(CATEGORIES, type))) {
    throw refuse('@type', `${types.join(', ')} is not an Event`);
  }
  const translated = translate(parsed.data, types);
  try {
    return draftEvent(translated);
  } catch (error) {
    if (!(error instanceof InputRefusal)) throw error;
    throw new InputRefusal(
      error.faults.map(({ field, reason }) => ({
        field: SOURCES[field] ?? SOURCES[field.split('.')[0] ?? ''] ?? field,
        reason,
      })),
    );
  }
}

function translate(event: SchemaOrgEvent, types: string[]): Partial<CatalogueInput> {
  const place = translatePlace(event);
  const withTime = event.startDate.includes('T');
  const end = event.endDate ?? undefined;
  const kind = types.filter((type) => Object.hasOwn(CATEGORIES, type)).map((type) => CATEGORIES[type])[0];
  const keyword = event.keywords?.flatMap((words) => words.split(',')).find((word) => word.trim() !== '');
  return {
    external_id: externalId(event, place),
    name: event.name,
    status: translateStatus(event),
    ...(withTime ? { starts_at: event.startDate } : { date: event.startDate }),
    ...(end?.includes('T') ? { ends_at: end } : { end_date: end }),
    ...place,
    image: event.image?.[0],
    category: kind ?? keyword,
    performers: event.performer,
    short_description: event.description ? summary(event.description) : undefined,
    url: event.url,
    price: translatePrice(event.offers ?? []),
  };
}

function translatePlace(event: SchemaOrgEvent): Partial<CatalogueInput> {
  const places = (event.location ?? []).filter((place): place is SchemaOrgLocation => typeof place !== 'string');
  const real = places.find((place) => !place['@type']?.map(term).includes('VirtualLocation'));
  const mode = term(event.eventAttendanceMode ?? '');
  const moved = term(event.eventStatus ?? '') === 'EventMovedOnline';
  if (moved || mode === 'OnlineEventAttendanceMode' || (!real && places.length > 0)) return { online: true };
  if (!real) return { venue: event.location?.find((place) => typeof place === 'string') };
  const postal = typeof real.address === 'object' ? real.address : undefined;
  const street = typeof real.address === 'string' ? real.address : postal?.streetAddress;
  return {
    venue: real.name,
    address: [street, postal?.postalCode].filter(Boolean).join(', ') || undefined,
    city: postal?.addressLocality,
    state: postal?.addressRegion,
    country: postal?.addressCountry,
    lat: real.geo ? Number(real.geo.latitude) : undefined,
    lng: real.geo ? Number(real.geo.longitude) : undefined,
  };
}

function translateStatus(event: SchemaOrgEvent): EventStatus | undefined {
  const said = event.eventStatus ? term(event.eventStatus) : undefined;
  const status = said !== undefined && Object.hasOwn(STATUSES, said) ? STATUSES[said] : undefined;
  if (said !== undefined && !status) throw refuse('eventStatus', `${said} is not a status of schema.org`);
  const stock = (event.offers ?? []).flatMap((offer) => (offer.availability ? [term(offer.availability)] : []));
  if (stock.length === 0 || (status && status !== 'scheduled')) return status;
  return stock.every((word) => word === 'SoldOut') ? 'sold_out' : 'scheduled';
}

function translatePrice(offers: SchemaOrgOffer[]): CatalogueInput['price'] {
  const prices = offers.flatMap(({ price, lowPrice, highPrice }) =>
    [price, lowPrice, highPrice].filter((value) => value !== null && value !== undefined && value !== ''),
  );
  if (prices.length === 0) return undefined;
  const amounts = prices.map((price) => Number(String(price).replace(',', '.')));
  if (amounts.some(Number.isNaN)) throw refuse('offers.price', 'must be a number');
  const currency = offers.find((offer) => offer.priceCurrency)?.priceCurrency;
  return { from: Math.min(...amounts), to: Math.max(...amounts), currency };
}

/**
 * `@id` or `identifier`; without them, its name, its start and its place (an online event: its page), whatever the
 * case, accents and punctuation, so that one event listed under several topics is one.
 */
function externalId(event: SchemaOrgEvent, place: Partial<CatalogueInput>): string {
  const given = event['@id'] ?? event.identifier?.[0];
  if (given !== undefined && given !== null && String(given).trim() !== '') return String(given);
  const where = place.city ? `${place.city.split(',')[0]}|${place.venue ?? ''}` : page(event.url ?? '');
  const identity = [event.name, event.startDate, where].map(plain).join('\n');
  return `auto-${createHash('sha256').update(identity).digest('base64url').slice(0, 24)}`;
}

function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '');
  return letters.toLowerCase();
}

/** A URL without the parts that vary: scheme, `www.`, query, fragment. */
function page(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/[?#].*$/, '');
}

/** The last part of a term, which may be written as `https://schema.org/EventScheduled` or `schema:EventScheduled`. */
function term(text: string): string {
  return text.trim().split(/[/#:]/).at(-1) ?? '';
}

const LONGEST_SUMMARY = 500;

/** The text of a description without mark-up, cut at a word. */
function summary(description: string): string {
  const text = description
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= LONGEST_SUMMARY) return text;
  return `${text.slice(0, LONGEST_SUMMARY - 1).replace(/\s+\S*$/, '')}…`;
}
