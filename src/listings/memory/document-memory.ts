import type { Queryable } from '../../platform/database/database.js';
import type { EventIds } from '../sql/event-ids.js';
import { type Generation, listingChangesAfter } from '../sql/listing-changes.js';
import { DocumentRing, type Found } from './document-ring.js';

/** Changes remembered by event; beyond this many, pages that were read before them are read again whole. */
const MAX_RECENT = 50_000;

/**
 * Documents in memory, and proof of which generation each belongs to. A page tells the generation it was chosen at; a
 * document is served with it only when it was the document of its event at that very generation. So a page made from memory is
 * what one statement would have returned.
 *
 * Forgetting follows `listing_changes`, which is read as soon as a page tells a newer generation than is known here. It does
 * not depend on notifications, and a process that was cut off is not behind when it is back.
 */
export class DocumentMemory {
  readonly ring: DocumentRing;
  private server = '';
  /** Every change up to this generation has been applied: what the ring holds did not change until then. */
  private known = -1;
  /** `recent` holds the last change of every event that changed after this generation. */
  private floor = -1;
  private readonly recent = new Map<string, number>();
  private reading: Promise<void> | null = null;

  /**
   * @param capacity in bytes.
   * @param origin the service's address, which is filled in.
   */
  constructor(capacity: number, origin: Buffer) {
    this.ring = new DocumentRing(capacity, origin);
  }

  /** How many documents are kept. */
  get size(): number {
    return this.ring.size;
  }

  /** Applies every change up to a generation that a statement has told. */
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

  /** The document of a row as it was at a generation that is covered; null when that is not known here. */
  find(ids: EventIds, row: number, at: number): Found | null {
    const found = this.ring.find(ids.bytes, ids.start(row), ids.end(row));
    return found && (found.generation <= at || this.isUnchangedSince(ids.text(row), at)) ? found : null;
  }

  /** Whether the document was the same at this generation and at all later ones known here. */
  isUnchangedSince(id: string, at: number): boolean {
    return at >= this.floor && (this.recent.get(id) ?? 0) <= at;
  }

  /** Keeps the document of a row that a statement read at a generation that is covered. */
  keep(ids: EventIds, row: number, document: Buffer, at: number): void {
    if (this.isUnchangedSince(ids.text(row), at)) this.ring.keep(ids.id(row), document, at);
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
