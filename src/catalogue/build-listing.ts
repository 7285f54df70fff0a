import { xxh3 } from '@node-rs/xxhash';
import { foldText } from '../core/fold.js';
import { derivedId, type Id } from '../core/ids.js';
import { localDay } from '../core/local-time.js';
import {
  type EventDocument,
  type EventFacts,
  eventDocument,
  finishDocument,
  nextChange,
  type SourceEvent,
  type TicketFacts,
} from '../listings/rules/event-document.js';
import { filterDate, isUpcoming, timesOf } from '../listings/rules/event-time.js';
import { cellOf } from '../listings/rules/geo.js';
import { searchKey, wordBits, wordsOf } from '../listings/rules/search-words.js';
import type { LinkedPerformer, NewListing } from '../listings/sql/listing-writes.js';
import { cityKey } from '../platform/places/city-names.js';

/** Maximum length of the performers' names in one index entry. */
const MAX_INDEXED_BYTES = 1000;

/**
 * An event's row of the read model, without `updated_at`: the projector sets it once it knows whether partners see a
 * difference.
 */
export interface BuiltListing {
  document: EventDocument;
  /** Each once. */
  performers: LinkedPerformer[];
  /** Words that a search finds. */
  words: string[];
  row: Omit<NewListing, 'updatedAt' | 'doc'>;
}

/** Builds the document and the row of an event as of `now`. */
export function buildListing(event: SourceEvent, types: readonly TicketFacts[], now: Date): BuiltListing {
  const facts = toFacts(event, types);
  const span = timesOf(facts);
  const { start, end } = span;
  const document = eventDocument(facts, span, now);
  const located = facts.lat !== null && facts.lng !== null;
  const city = facts.city === null ? null : cityKey(facts.city) || null;
  const cell = facts.lat !== null && facts.lng !== null ? cellOf(facts.lat, facts.lng) : null;
  const words = wordsOf([facts.name, facts.venue, facts.city, city, ...event.performers]);
  const performers = facts.performers
    .map(({ id, name }) => ({ id, nameKey: searchKey(name) }))
    .filter(({ id, nameKey }, i, all) => nameKey !== '' && all.findIndex((other) => other.id === id) === i);
  return {
    document,
    performers,
    words,
    row: {
      eventId: facts.id,
      test: facts.test,
      status: facts.status,
      upcoming: isUpcoming(facts.status, end, now),
      sortAt: start,
      date: filterDate(facts.date, start),
      country: facts.country,
      city: facts.city,
      cityKey: city,
      category: facts.category,
      venueId: facts.venueId,
      lat: located ? facts.lat : null,
      lng: located ? facts.lng : null,
      cell,
      earns: document.earns,
      price: document.price?.from ?? null,
      currency: document.price?.currency ?? null,
      onSale: document.salesFrom && localDay(document.salesFrom.getTime(), facts.timezone),
      artists: indexable(performers.map(({ nameKey }) => nameKey).join('\n')),
      words: words.join('\n'),
      wordBits: Number(wordBits(words.map((word) => ({ word, begins: false })))),
      contentHash: xxh3.xxh128(document.content).toString(36),
      dueAt: nextChange(facts, span, now),
    },
  };
}

/** Index entries have a maximum size; searches take a slower path for the few events whose names exceed it. */
function indexable(names: string): string | null {
  return Buffer.byteLength(names) <= MAX_INDEXED_BYTES ? names : null;
}

/** Adds `updatedAt` to the row and to its document. */
export function stampListing({ document, row }: BuiltListing, updatedAt: Date): NewListing {
  return { ...row, updatedAt, doc: finishDocument(document, updatedAt) };
}

function toFacts(event: SourceEvent, types: readonly TicketFacts[]): EventFacts {
  const { organizerId, venue, city, country } = event;
  return {
    ...event,
    venueId: venue === null ? null : venueId(organizerId, { venue, city, country }),
    performers: event.performers.map((name) => ({ id: performerId(organizerId, name), name })),
    tickets: types,
  };
}

/** The same for every spelling of the venue and its city: case, accents and blanks do not matter. */
function venueId(
  organizerId: Id<'organizer'>,
  { venue, city, country }: { venue: string; city: string | null; country: string | null },
): Id<'venue'> {
  return derivedId('venue', [organizerId, foldText(venue), foldText(city ?? ''), country ?? '']);
}

/** The same for every spelling of the name. */
function performerId(organizerId: Id<'organizer'>, name: string): Id<'performer'> {
  return derivedId('performer', [organizerId, searchKey(name)]);
}
