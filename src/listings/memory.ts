import { LRUCache } from 'lru-cache';
import type { Config } from '../platform/config/config.js';
import type { City } from '../platform/places/lookup-city.js';

/** JSON that is the same for every caller but for one code. */
export interface KeptDocument {
  bytes: Buffer;
  /** Where the mark of the code is; −1: nowhere. */
  ref: number;
}

/** A document as Postgres has it: its marks are not yet filled in. */
interface StoredDocument {
  bytes: Buffer;
  /** The service's address, to fill in. */
  origin: Buffer;
}

/** What a page is joined from. */
export type PageDocument = KeptDocument | StoredDocument;

/** Documents by event as they were after the last change that this process knows of. */
export interface ListingsMemory {
  documents: LRUCache<string, KeptDocument>;
  /** Events whose documents are kept the next time they are read. */
  seen: Set<string>;
  /** Which run of the database server counted the changes. */
  server: string;
  generation: number;
  /** The page before lacked most of its documents, and so may the next. */
  cold: boolean;
}

/** How frequent the performers of a text are. */
export interface FoundPerformers {
  /** Their upcoming events, as far as they were counted. */
  events: number;
  /** They could not all be counted. */
  tooMany: boolean;
}

declare module '../platform/context/context.js' {
  interface Memory {
    /**
     * What texts found within the last minute. It tells only which way is cheaper, and saves a query to find out; performers that
     * came since are gathered too, however many.
     */
    performers: LRUCache<string, FoundPerformers>;
    cellShares: { readAt: number; shares: ReadonlyMap<number, number> };
    /** Null: documents are read each time. */
    listings: ListingsMemory | null;
    /** The texts of the page statements that are kept prepared. */
    pageStatements: Set<string>;
    /** Where `near` points, by its canonical form; null: nowhere. Looking a city up takes longer than reading a page of its events. */
    cities: LRUCache<string, { place: City | null }>;
  }
}

/** What a document takes beside its bytes: its key, the objects of its buffer, the entry in the cache. */
const ENTRY_BYTES = 800;
/** What an event takes with its document. */
export const EVENT_BYTES = 2100;

/** The memory of listings of one process. */
export function createListingsMemory({ listingsMemory }: Config) {
  const sizeCalculation = ({ bytes }: KeptDocument) => bytes.length + ENTRY_BYTES;
  return {
    performers: new LRUCache<string, FoundPerformers>({ max: 5000, ttl: 60_000 }),
    cellShares: { readAt: Number.NEGATIVE_INFINITY, shares: new Map<number, number>() },
    pageStatements: new Set<string>(),
    cities: new LRUCache<string, { place: City | null }>({ max: 2000 }),
    listings:
      listingsMemory === 0
        ? null
        : {
            documents: new LRUCache<string, KeptDocument>({ maxSize: listingsMemory, sizeCalculation }),
            seen: new Set<string>(),
            server: '',
            generation: -1,
            cold: true,
          },
  };
}
