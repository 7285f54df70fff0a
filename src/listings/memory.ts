import { LRUCache } from 'lru-cache';
import type { Config } from '../platform/config/config.js';
import type { City } from '../platform/places/lookup-city.js';
import { DocumentCache } from './document-cache.js';
import { type ListingStatistics, NO_STATISTICS } from './sql/statistics.js';

/** How frequent the performers of a text are. */
export interface FoundPerformers {
  /** The known numbers of their upcoming events. */
  events: number;
  /** They could not all be counted. */
  tooMany: boolean;
}

declare module '../platform/context/context.js' {
  interface Memory {
    /**
     * The results of text searches of the last minute. They only decide which way is cheaper, and save a query; later
     * performers are found too.
     */
    performers: LRUCache<string, FoundPerformers>;
    statistics: ListingStatistics & { readAt: number };
    documentCache: DocumentCache;
    /** The texts of the page statements that are kept prepared. */
    pageStatements: Set<string>;
    /** Where `near` points, by its canonical form; null: nowhere. Looking a city up takes longer than reading a page of its events. */
    cities: LRUCache<string, { place: City | null }>;
  }
}

export function createListingsMemory({ listingsMemory, origin }: Config) {
  return {
    performers: new LRUCache<string, FoundPerformers>({ max: 5000, ttl: 60_000 }),
    statistics: { ...NO_STATISTICS, readAt: Number.NEGATIVE_INFINITY },
    documentCache: new DocumentCache(Buffer.from(origin), listingsMemory),
    pageStatements: new Set<string>(),
    cities: new LRUCache<string, { place: City | null }>({ max: 2000 }),
  };
}
