import type { Borrower, Lender } from './page-documents.js';
import { type PreparedDocument, preparedLength, prepareInto } from './prepared-document.js';
import { hashOf, RecordTable } from './record-table.js';

/** Large enough that the space left at its end does not matter, small enough that memory grows with what is kept. */
const SLAB_BYTES = 1024 * 1024;
/** Documents asked for again may take this much of a slab that starts over; the rest of it is for new ones. */
const SURVIVING_BYTES = SLAB_BYTES * 0.75;

/** More pages at once are never being put together. */
const MAX_LENT = 1000;

interface Slab {
  bytes: Buffer;
  /** What was written into it, in the order of places: the record and the place of each. */
  records: number[];
  places: number[];
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

  /** Keeps a copy of the document, in place of any before it, and returns it. Very long ones are not kept: null. */
  keep(id: Buffer, document: Buffer, generation: number): PreparedDocument | null {
    const hash = hashOf(id, 0, id.length);
    const before = this.lookUp(id, 0, id.length, hash);
    if (before !== -1) this.table.remove(before);
    const room = id.length + preparedLength(document, this.origin);
    if (this.maxSlabs === 0 || room > SLAB_BYTES / 4) return null;
    if (this.current === -1 || this.free + room > SLAB_BYTES) this.turn();
    const slab = this.slabs[this.current] as Slab;
    const at = this.free;
    slab.bytes.set(id, at);
    const prepared = prepareInto(slab.bytes, at + id.length, document, this.origin);
    const { length, ref } = prepared;
    const place = { slab: this.current, at, idLength: id.length, length, ref, generation };
    slab.records.push(this.table.add(hash, place));
    slab.places.push(at);
    this.free = at + id.length + length;
    return prepared;
  }

  forget(id: Buffer): void {
    const record = this.lookUp(id, 0, id.length);
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
