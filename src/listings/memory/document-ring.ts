import type { Joined } from '../sql/joined.js';
import type { Borrower, Lender } from './page-documents.js';
import { copyPiece, growthOf, type PreparedDocument, prepareWithin } from './prepared-document.js';
import { hashOf, RecordTable } from './record-table.js';

/** Large enough that the space left at its end does not matter, small enough that memory grows with what is kept. */
const SLAB_BYTES = 1024 * 1024;
/** Documents asked for again may take this much of a slab that starts over; the rest of it is for new ones. */
const SURVIVING_BYTES = SLAB_BYTES * 0.75;

/** Documents that take more than this are not kept, and no more are written at once. */
const WRITTEN_BYTES = SLAB_BYTES / 4;

/** More pages at once are never being put together. */
const MAX_LENT = 1000;

interface Slab {
  bytes: Buffer;
  /** What was written into it, in the order of places: the record and the place of each. */
  records: number[];
  places: number[];
}

/** Rows that a statement answered: their events, and the stored document of each. */
export interface DocumentRows {
  ids: Joined;
  documents: Joined;
}

/** A document found: it lies there until the borrower is asked to copy it. */
export interface Found extends PreparedDocument {
  /** The generation it was read at. */
  generation: number;
}

/**
 * Documents by event in slabs outside the JavaScript heap, each behind the id of its event, so that hundreds of megabytes
 * cost the garbage collector nothing. Slabs are filled one after the other; when there are as many as fit, the oldest starts
 * over with those of its documents that were asked for meanwhile.
 */
export class DocumentRing implements Lender {
  private readonly table = new RecordTable();
  private readonly slabs: Slab[] = [];
  private readonly maxSlabs: number;
  private readonly most: number;
  private readonly lent = new Set<Borrower>();
  /** Index of the slab being filled, and the next free byte of it. */
  private current = -1;
  private free = SLAB_BYTES;
  private moved = 0;

  /**
   * @param capacity in bytes; less than a slab keeps nothing.
   * @param origin the service's address, which is filled in.
   */
  constructor(
    capacity: number,
    private readonly origin: Buffer,
  ) {
    this.maxSlabs = Math.floor(capacity / SLAB_BYTES);
    this.most = this.maxSlabs === 0 ? 0 : WRITTEN_BYTES;
  }

  get size(): number {
    return this.table.size;
  }

  /** Increases whenever documents are moved or overwritten. Those that are lent are copied first. */
  get moves(): number {
    return this.moved;
  }

  lend(borrower: Borrower): void {
    // Pages that failed before they were sent give nothing back.
    if (this.lent.size === MAX_LENT) this.copyLent();
    this.lent.add(borrower);
  }

  giveBack(borrower: Borrower): void {
    this.lent.delete(borrower);
  }

  /**
   * The document of the event whose id stands in `bytes` from `start` to `end`. One that is asked for again is kept longer.
   */
  find(bytes: Buffer, start = 0, end = bytes.length): Found | null {
    const record = this.lookUp(bytes, start, end);
    if (record === -1) return null;
    const { table } = this;
    table.setUsed(record, true);
    const { bytes: held } = this.slabs[table.slab(record)] as Slab;
    const at = table.at(record) + table.idLength(record);
    return {
      bytes: held,
      at,
      length: table.length(record),
      ref: table.ref(record),
      generation: table.generation(record),
    };
  }

  /**
   * Keeps copies of these rows' documents, in place of any before them, and returns them in this order. Very long ones are not
   * kept: null.
   */
  keepRows(from: DocumentRows, rows: readonly number[], generation: number): (PreparedDocument | null)[] {
    const { ids } = from;
    const kept: (PreparedDocument | null)[] = [];
    for (let first = 0; first < rows.length; ) {
      let end = first;
      while (end < rows.length && this.roomFor(from, rows, first, end + 1) <= this.most) end += 1;
      if (end > first) kept.push(...this.write(from, rows.slice(first, end), generation));
      else {
        const row = rows[end++] as number;
        this.forget(ids.bytes, ids.start(row), ids.end(row));
        kept.push(null);
      }
      first = end;
    }
    return kept;
  }

  forget(bytes: Buffer, start = 0, end = bytes.length): void {
    const record = this.lookUp(bytes, start, end);
    if (record !== -1) this.table.remove(record);
  }

  clear(): void {
    this.copyLent();
    this.table.clear();
    for (const slab of this.slabs) {
      slab.records = [];
      slab.places = [];
    }
    this.current = this.slabs.length > 0 ? 0 : -1;
    this.free = this.slabs.length > 0 ? 0 : SLAB_BYTES;
  }

  /** Bytes to write the rows from one index to another: their ids twice, as they are laid down and in their places. */
  private roomFor({ ids, documents }: DocumentRows, rows: readonly number[], from: number, to: number): number {
    const [first, last] = [rows[from] as number, rows[to - 1] as number];
    const idBytes = ids.end(last) - ids.start(first);
    return 2 * idBytes + documents.end(last) - documents.start(first) + (to - from) * growthOf(this.origin);
  }

  /**
   * Writes rows that are no more than {@link WRITTEN_BYTES}. All of them are laid down at once behind their places, and each is
   * moved to its own from there, which never reaches what is not moved yet: copies from other memory take longer by the piece.
   */
  private write(from: DocumentRows, rows: readonly number[], generation: number): PreparedDocument[] {
    const { ids, documents } = from;
    const room = this.roomFor(from, rows, 0, rows.length);
    if (this.current === -1 || this.free + room > SLAB_BYTES) this.turn();
    const { bytes, records, places } = this.slabs[this.current] as Slab;
    const [first, last] = [rows[0] as number, rows.at(-1) as number];
    const idsAt = this.free + room - (ids.end(last) - ids.start(first)) - ids.start(first);
    const documentsAt = idsAt + ids.start(first) - documents.end(last);
    copyPiece(bytes, idsAt + ids.start(first), ids.bytes, ids.start(first), ids.end(last));
    copyPiece(
      bytes,
      documentsAt + documents.start(first),
      documents.bytes,
      documents.start(first),
      documents.end(last),
    );
    return rows.map((row) => {
      const [start, end] = [ids.start(row), ids.end(row)];
      const hash = hashOf(ids.bytes, start, end);
      const before = this.lookUp(ids.bytes, start, end, hash);
      if (before !== -1) this.table.remove(before);
      const at = this.free;
      bytes.copyWithin(at, idsAt + start, idsAt + end);
      const idLength = end - start;
      const [begin, stop] = [documentsAt + documents.start(row), documentsAt + documents.end(row)];
      const prepared = prepareWithin(bytes, at + idLength, begin, stop, this.origin);
      const { length, ref } = prepared;
      records.push(this.table.add(hash, { slab: this.current, at, idLength, length, ref, generation }));
      places.push(at);
      this.free = at + idLength + length;
      return prepared;
    });
  }

  private lookUp(bytes: Buffer, start: number, end: number, hash = hashOf(bytes, start, end)): number {
    const { table, slabs } = this;
    for (let record = table.first(hash); record !== -1; record = table.next(record)) {
      if (table.hash(record) !== hash || table.idLength(record) !== end - start) continue;
      const held = (slabs[table.slab(record)] as Slab).bytes;
      let at = table.at(record);
      let i = start;
      while (i < end && held[at] === bytes[i]) {
        at += 1;
        i += 1;
      }
      if (i === end) return record;
    }
    return -1;
  }

  /** Whoever still reads documents from here copies them before they are moved or written over. */
  private copyLent(): void {
    for (const borrower of this.lent) borrower.copyOut();
    this.lent.clear();
  }

  /** Goes on in the next slab. */
  private turn(): void {
    this.current = (this.current + 1) % this.maxSlabs;
    const slab = this.slabs[this.current];
    if (slab) this.free = this.startOver(slab);
    else {
      this.slabs.push({ bytes: Buffer.allocUnsafeSlow(SLAB_BYTES), records: [], places: [] });
      this.free = 0;
    }
  }

  /** Moves the documents that were asked for to the beginning and forgets the others; returns the end of them. */
  private startOver(slab: Slab): number {
    this.copyLent();
    this.moved += 1;
    const { table } = this;
    const { records, places } = slab;
    slab.records = [];
    slab.places = [];
    let end = 0;
    records.forEach((record, i) => {
      const at = places[i] as number;
      // The record may belong to another document since.
      if (!table.isAt(record, this.current, at)) return;
      const size = table.idLength(record) + table.length(record);
      if (!table.isUsed(record) || end + size > SURVIVING_BYTES) {
        table.remove(record);
        return;
      }
      slab.bytes.copyWithin(end, at, at + size);
      table.setAt(record, end);
      table.setUsed(record, false);
      slab.records.push(record);
      slab.places.push(end);
      end += size;
    });
    return end;
  }
}
