import { LRUCache } from 'lru-cache';
import type { Config } from '../platform/config/config.js';
import type { Queryable, Sql } from '../platform/database/database.js';
import type { City } from '../platform/places/lookup-city.js';
import { type KeptDocument, type PageDocument, prepareDocument } from './documents.js';
import { type ChosenEvents, findDocuments, type Generation, listingChangesAfter } from './sql/listings.js';
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

/** Memory of a document in addition to its bytes: its key, the objects of its buffer, the entry in the cache. */
const ENTRY_BYTES = 800;
/** Memory of an event with its document. */
const EVENT_BYTES = 2100;

/**
 * Documents by event, with the state after the last change that this process has seen. Every statement reports its
 * generation of changes. So no notification is needed, and a process that lost its connection is up to date with its
 * next statement.
 */
export class DocumentCache {
  private readonly documents: LRUCache<string, KeptDocument>;
  /**
   * Events that were read once: their documents are kept the next time. Keeping a document takes longer than sending it.
   * A partner that reads the whole catalogue once does not wait for that, and displaces nothing that others read again.
   */
  private readonly seen = new Set<string>();
  private readonly maxSeen: number;
  /** The run of the database server that counted the changes. */
  private server = '';
  private generation = -1;
  private lacksMost = true;

  /** @param maxBytes 0: no document is kept. */
  constructor(
    private readonly origin: Buffer,
    maxBytes: number,
  ) {
    // lru-cache takes 0 for no limit, and refuses values larger than the limit.
    const maxSize = Math.max(1, maxBytes);
    this.documents = new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES });
    this.maxSeen = maxBytes / EVENT_BYTES;
  }

  /** The last page lacked most of its documents, and so may the next: one statement should read both. */
  get isCold(): boolean {
    return this.lacksMost;
  }

  get size(): number {
    return this.documents.size;
  }

  clear(): void {
    this.documents.clear();
    this.seen.clear();
  }

  /**
   * The documents of a page with their state when the page was read. Documents that the page does not contain are taken
   * from memory, or read by event.
   *
   * @param changes connection for changes: a thousand of them take long to read, and must not delay all pages.
   * @returns null for a page without documents if any of them may have changed since.
   */
  async get(page: ChosenEvents, sql: Sql, changes: Queryable): Promise<PageDocument[] | null> {
    await this.forgetChanged(changes, page.generation);
    if (!this.isCurrent(page.generation)) return page.documents?.map((bytes) => this.stored(bytes)) ?? null;
    const known = page.ids.map((id) => this.documents.get(id));
    const missing = page.ids.filter((_, row) => !known[row]);
    this.lacksMost = missing.length > page.ids.length / 2;
    if (missing.length === 0) return known as KeptDocument[];
    const { ids, documents, generation } = page.documents ? page : await findDocuments(sql, missing);
    if (!this.isCurrent(page.generation) || !this.isCurrent(generation)) return null;
    const read = new Map(ids.map((id, row) => [id, documents?.[row]]));
    return page.ids.map((id, row) => known[row] ?? this.keep(id, read.get(id) as Buffer));
  }

  private stored(bytes: Buffer): PageDocument {
    return { bytes, origin: this.origin };
  }

  private keep(id: string, bytes: Buffer): PageDocument {
    if (!this.seen.delete(id)) {
      this.noteSeen(id);
      return this.stored(bytes);
    }
    const document = prepareDocument(bytes, this.origin);
    this.documents.set(id, document);
    return document;
  }

  /** Starts anew at about as many events as there is memory for: 250,000 ids take another 20 MB. */
  private noteSeen(id: string): void {
    if (this.seen.size >= this.maxSeen) this.seen.clear();
    this.seen.add(id);
  }

  private isCurrent({ server, number }: Generation): boolean {
    return server === this.server && number === this.generation;
  }

  private async forgetChanged(sql: Queryable, { server, number }: Generation): Promise<void> {
    if (server !== this.server) {
      this.clear();
      this.server = server;
      this.generation = number;
    }
    while (server === this.server && number > this.generation) {
      const known = this.generation;
      const changes = await listingChangesAfter(sql, known);
      // Another page was quicker.
      if (server !== this.server || known !== this.generation) continue;
      this.generation = Math.max(number, changes.at(-1)?.generation ?? 0);
      // Old changes are deleted.
      if (changes.length !== this.generation - known) this.clear();
      for (const id of changes.flatMap(({ eventIds }) => eventIds)) {
        // A document that was worth keeping is kept again the next time it is read.
        if (this.documents.delete(id)) this.noteSeen(id);
      }
    }
  }
}
