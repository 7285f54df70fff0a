/** Large enough that the space left at its end does not matter, small enough that memory grows with what is kept. */
const SLAB_BYTES = 1024 * 1024;
/** Documents asked for again may take this much of a slab that begins anew; the rest of it is for new ones. */
const SURVIVING_BYTES = SLAB_BYTES * 0.75;

/** Where a document lies. */
interface Entry {
  id: string;
  at: number;
  length: number;
  /** The generation it was read at. */
  generation: number;
  /** Asked for since its slab was last gone through. */
  used: boolean;
  /** Null once the document is forgotten. */
  slab: Slab | null;
}

interface Slab {
  bytes: Buffer;
  /** In the order of their places, forgotten ones included. */
  entries: Entry[];
}

/** A document found, to be copied before anything is added to the ring. */
export type Found = Readonly<Pick<Entry, 'at' | 'length' | 'generation'>> & { bytes: Buffer };

/**
 * Documents by event in slabs outside the JavaScript heap, so that hundreds of megabytes cost the garbage collector
 * nothing. Slabs are filled one after the other; when there are as many as fit, the oldest begins anew with those of
 * its documents that were asked for meanwhile.
 */
export class DocumentRing {
  private readonly entries = new Map<string, Entry>();
  private readonly slabs: Slab[] = [];
  private readonly maxSlabs: number;
  /** Index of the slab being filled, and the next free byte of it. */
  private current = -1;
  private free = SLAB_BYTES;

  /** @param capacity in bytes; less than a slab keeps nothing. */
  constructor(capacity: number) {
    this.maxSlabs = Math.floor(capacity / SLAB_BYTES);
  }

  get size(): number {
    return this.entries.size;
  }

  find(id: string): Found | null {
    const entry = this.entries.get(id);
    if (entry === undefined) return null;
    entry.used = true;
    return { bytes: (entry.slab as Slab).bytes, at: entry.at, length: entry.length, generation: entry.generation };
  }

  /** Keeps a copy of the document, in place of any before it. Very long ones are not kept. */
  keep(id: string, document: Buffer, generation: number): void {
    this.forget(id);
    if (this.maxSlabs === 0 || document.length > SLAB_BYTES / 4) return;
    if (this.current === -1 || this.free + document.length > SLAB_BYTES) this.turn();
    const slab = this.slabs[this.current] as Slab;
    slab.bytes.set(document, this.free);
    const entry = { id, at: this.free, length: document.length, generation, used: false, slab };
    slab.entries.push(entry);
    this.entries.set(id, entry);
    this.free += document.length;
  }

  forget(id: string): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    entry.slab = null;
    this.entries.delete(id);
  }

  clear(): void {
    this.entries.clear();
    for (const slab of this.slabs) slab.entries = [];
    this.current = this.slabs.length > 0 ? 0 : -1;
    this.free = this.slabs.length > 0 ? 0 : SLAB_BYTES;
  }

  /** Goes on in the next slab. */
  private turn(): void {
    this.current = (this.current + 1) % this.maxSlabs;
    const slab = this.slabs[this.current];
    if (slab) this.free = this.beginAnew(slab);
    else {
      this.slabs.push({ bytes: Buffer.allocUnsafeSlow(SLAB_BYTES), entries: [] });
      this.free = 0;
    }
  }

  /** Moves the documents that were asked for to the beginning and forgets the others; returns the end of them. */
  private beginAnew(slab: Slab): number {
    const surviving: Entry[] = [];
    let end = 0;
    for (const entry of slab.entries) {
      if (entry.slab === null) continue;
      if (!entry.used || end + entry.length > SURVIVING_BYTES) {
        this.forget(entry.id);
        continue;
      }
      slab.bytes.copyWithin(end, entry.at, entry.at + entry.length);
      entry.at = end;
      entry.used = false;
      end += entry.length;
      surviving.push(entry);
    }
    slab.entries = surviving;
    return end;
  }
}
