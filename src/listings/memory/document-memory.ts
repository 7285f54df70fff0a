import type { Queryable } from '../../platform/database/database.js';
import type { Joined } from '../sql/joined.js';
import { type Generation, listingChangesAfter } from '../sql/listing-changes.js';
import { DocumentRing, type DocumentRows, type Found } from './document-ring.js';
import { PageDocuments } from './page-documents.js';
import type { PreparedDocument } from './prepared-document.js';

/** Weight of one page in the share of documents that are missing. */
const PAGE_WEIGHT = 0.1;
/** From this share on, one statement with all documents is quicker than one without them and another for the missing. */
const MOSTLY_MISSING = 0.5;

/** Changes remembered by event; beyond this many, pages that were read before them are read again whole. */
const MAX_RECENT = 50_000;

/** What a statement read, and at which generation. */
interface ReadDocuments extends DocumentRows {
  generation: Generation;
}

/**
 * Documents in memory, and proof of which generation each belongs to. A page tells the generation it was chosen at; a
 * document is served with it only when it was the document of its event at that very generation. So a page made from memory is
 * what one statement would have returned.
 *
 * Forgetting follows `listing_changes`, which is read as soon as a page tells a newer generation than is known here. It does
 * not depend on notifications, and a process that was cut off is not behind when it is back.
 */
export class DocumentMemory {
  private readonly ring: DocumentRing;
  private server = '';
  /** Every change up to this generation has been applied: what the ring holds did not change until then. */
  private known = -1;
  /** `recent` holds the last change of every event that changed after this generation. */
  private floor = -1;
  private readonly recent = new Map<string, number>();
  private reading: Promise<void> | null = null;
  /** The share of documents that pages lately missed here. */
  private missed = 0;

  /**
   * @param capacity in bytes.
   * @param origin the service's address, which is filled in.
   */
  constructor(capacity: number, origin: Buffer) {
    this.ring = new DocumentRing(capacity, origin);
  }

  /** Whether most documents of a page are likely to be here. */
  get isLikely(): boolean {
    return this.missed < MOSTLY_MISSING;
  }

  /** Tells how many of a page's documents were not here. */
  noteMissing(missing: number, of: number): void {
    if (of > 0) this.missed += (missing / of - this.missed) * PAGE_WEIGHT;
  }

  /** How many documents are kept. */
  get size(): number {
    return this.ring.size;
  }

  /** Applies every change up to a generation that a statement has reported. */
  async reach(sql: Queryable, { server, number }: Generation): Promise<void> {
    if (server !== this.server) this.begin(server, number);
    while (number > this.known && server === this.server) {
      this.reading ??= this.catchUp(sql, number).finally(() => {
        this.reading = null;
      });
      await this.reading;
    }
  }

  /** Whether the generation is one that was reached, of the server whose documents these are. */
  covers({ server, number }: Generation): boolean {
    return server === this.server && number <= this.known;
  }

  /**
   * The documents of the first rows as they were at a generation; null when one of them is not known here, and then the ids of
   * those that are missing.
   */
  findAll(ids: Joined, rows: number, generation: Generation): { documents: PageDocuments | null; missing: string[] } {
    const found: PreparedDocument[] = [];
    const missing: string[] = [];
    const covered = this.covers(generation);
    for (let row = 0; row < rows; row += 1) {
      const document = covered ? this.find(ids, row, generation.number) : null;
      if (document) found.push(document);
      else missing.push(ids.text(row));
    }
    return { documents: missing.length === 0 ? new PageDocuments(found, this.ring) : null, missing };
  }

  /** Keeps the documents that a statement read at a generation and that are not here yet. */
  keepAll(read: ReadDocuments): void {
    this.keepEach(read);
  }

  /** The same for a page, which is noted; returns the documents of its first rows, or null where they are not all kept. */
  keepPage(page: ReadDocuments, rows: number): PageDocuments | null {
    const { moves } = this.ring;
    const { documents, missing } = this.keepEach(page);
    this.noteMissing(missing, page.ids.length);
    const kept = documents.slice(0, rows).filter((document) => document !== null);
    // Those that were found or kept first may have made room for the last.
    return kept.length === rows && this.ring.moves === moves ? new PageDocuments(kept, this.ring) : null;
  }

  /** What is kept of each row then, and how many of them were not here before. */
  private keepEach(read: ReadDocuments): { documents: (PreparedDocument | null)[]; missing: number } {
    const { ids, generation } = read;
    if (!this.covers(generation)) return { documents: [], missing: ids.length };
    const documents: (PreparedDocument | null)[] = [];
    const rows: number[] = [];
    let missing = 0;
    for (let row = 0; row < ids.length; row += 1) {
      const found = this.find(ids, row, generation.number);
      documents.push(found);
      if (found) continue;
      missing += 1;
      if (this.isUnchangedSince(ids, row, generation.number)) rows.push(row);
    }
    this.ring.keepRows(read, rows, generation.number).forEach((kept, i) => {
      documents[rows[i] as number] = kept;
    });
    return { documents, missing };
  }

  private find(ids: Joined, row: number, at: number): Found | null {
    const found = this.ring.find(ids.bytes, ids.start(row), ids.end(row));
    return found && (found.generation <= at || this.isUnchangedSince(ids, row, at)) ? found : null;
  }

  /** Whether the document was the same at this generation, which is covered, and at all later ones known here. */
  private isUnchangedSince(ids: Joined, row: number, at: number): boolean {
    return at === this.known || (at >= this.floor && (this.recent.get(ids.text(row)) ?? 0) <= at);
  }

  private begin(server: string, number: number): void {
    this.server = server;
    this.known = number;
    this.forgetAll();
  }

  private forgetAll(): void {
    this.floor = this.known;
    this.recent.clear();
    this.ring.clear();
  }

  private async catchUp(sql: Queryable, wanted: number): Promise<void> {
    const { server, known } = this;
    const { server: answering, changes } = await listingChangesAfter(sql, known);
    if (server !== this.server || known !== this.known) return;
    const last = Math.max(wanted, changes.at(-1)?.generation ?? 0);
    // One is missing: it was too long ago, or the table was emptied.
    if (answering !== server || changes.length !== last - known) {
      this.known = last;
      this.forgetAll();
      return;
    }
    for (const { generation, eventIds } of changes) {
      for (const id of eventIds) {
        this.ring.forget(Buffer.from(id));
        this.recent.set(id, generation);
      }
    }
    this.known = last;
    if (this.recent.size > MAX_RECENT) {
      this.recent.clear();
      this.floor = last;
    }
  }
}
