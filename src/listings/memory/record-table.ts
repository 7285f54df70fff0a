/** Where a document lies, and what is known of it. */
export interface Place {
  slab: number;
  /** Of its event's id, behind which the document stands. */
  at: number;
  idLength: number;
  length: number;
  /** Where the partner's code goes, counted from the document's beginning; −1: nowhere. */
  ref: number;
  generation: number;
}

const HASH = 0;
const NEXT = 1;
const SLAB = 2;
const AT = 3;
const ID_LENGTH = 4;
const LENGTH = 5;
const REF = 6;
const STATE = 7;
/** Numbers of one record: with them together a look-up waits for memory once. */
const FIELDS = 8;

const FREE = 0;
const HELD = 1;
const USED = 2;

/** FNV-1a of an event's id, its bits mixed once more since the last characters alone would tell most ids apart. */
export function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

/**
 * Records of documents in typed arrays, chained by the hash of their event's id: some hundred thousand objects, and strings to
 * find them by, would cost more to reach and to collect than the documents.
 */
export class RecordTable {
  private fields = new Int32Array(1024 * FIELDS);
  private generations = new Float64Array(1024);
  /** The first record of each chain, plus one. */
  private chains = new Int32Array(1024);
  /** Records used so far, and the first of those that are free again. */
  private count = 0;
  private free = -1;
  private held = 0;

  get size(): number {
    return this.held;
  }

  first(hash: number): number {
    return (this.chains[hash & (this.chains.length - 1)] as number) - 1;
  }

  next(record: number): number {
    return this.get(record, NEXT);
  }

  hash(record: number): number {
    return this.get(record, HASH);
  }

  slab(record: number): number {
    return this.get(record, SLAB);
  }

  at(record: number): number {
    return this.get(record, AT);
  }

  idLength(record: number): number {
    return this.get(record, ID_LENGTH);
  }

  length(record: number): number {
    return this.get(record, LENGTH);
  }

  ref(record: number): number {
    return this.get(record, REF);
  }

  generation(record: number): number {
    return this.generations[record] as number;
  }

  isUsed(record: number): boolean {
    return this.get(record, STATE) === USED;
  }

  /** Whether the record is of the document at this place. */
  isAt(record: number, slab: number, at: number): boolean {
    return this.get(record, STATE) !== FREE && this.get(record, SLAB) === slab && this.get(record, AT) === at;
  }

  setUsed(record: number, used: boolean): void {
    this.set(record, STATE, used ? USED : HELD);
  }

  setAt(record: number, at: number): void {
    this.set(record, AT, at);
  }

  /** Returns the new record. */
  add(hash: number, place: Place): number {
    const record = this.allocate();
    this.set(record, HASH, hash);
    this.set(record, SLAB, place.slab);
    this.set(record, AT, place.at);
    this.set(record, ID_LENGTH, place.idLength);
    this.set(record, LENGTH, place.length);
    this.set(record, REF, place.ref);
    this.set(record, STATE, HELD);
    this.generations[record] = place.generation;
    this.chain(record);
    this.held += 1;
    return record;
  }

  remove(record: number): void {
    const after = this.next(record);
    let before = this.first(this.hash(record));
    if (before === record) this.chains[this.hash(record) & (this.chains.length - 1)] = after + 1;
    else {
      while (this.next(before) !== record) before = this.next(before);
      this.set(before, NEXT, after);
    }
    this.set(record, STATE, FREE);
    this.set(record, NEXT, this.free);
    this.free = record;
    this.held -= 1;
  }

  clear(): void {
    this.chains.fill(0);
    this.count = 0;
    this.free = -1;
    this.held = 0;
  }

  private get(record: number, field: number): number {
    return this.fields[record * FIELDS + field] as number;
  }

  private set(record: number, field: number, value: number): void {
    this.fields[record * FIELDS + field] = value;
  }

  private chain(record: number): void {
    const chain = this.hash(record) & (this.chains.length - 1);
    this.set(record, NEXT, (this.chains[chain] as number) - 1);
    this.chains[chain] = record + 1;
  }

  private allocate(): number {
    const reused = this.free;
    if (reused !== -1) {
      this.free = this.next(reused);
      return reused;
    }
    if (this.count === this.generations.length) this.grow();
    return this.count++;
  }

  /** Doubles everything: all records are held now. */
  private grow(): void {
    const { fields, generations } = this;
    this.fields = new Int32Array(2 * fields.length);
    this.fields.set(fields);
    this.generations = new Float64Array(2 * generations.length);
    this.generations.set(generations);
    this.chains = new Int32Array(2 * this.chains.length);
    for (let record = 0; record < this.count; record += 1) this.chain(record);
  }
}
