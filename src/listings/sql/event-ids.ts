const LINE_END = 0x0a;

/** Ids of events as the database sent them, a line each: made into text only where somebody needs that. */
export class EventIds {
  private readonly ends: number[] = [];

  constructor(readonly bytes: Buffer) {
    if (bytes.length === 0) return;
    for (let i = 0; i < bytes.length; i += 1) if (bytes[i] === LINE_END) this.ends.push(i);
    this.ends.push(bytes.length);
  }

  get length(): number {
    return this.ends.length;
  }

  start(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] as number) + 1;
  }

  end(row: number): number {
    return this.ends[row] as number;
  }

  /** As bytes. */
  id(row: number): Buffer {
    return this.bytes.subarray(this.start(row), this.end(row));
  }

  text(row: number): string {
    return this.bytes.toString('utf8', this.start(row), this.end(row));
  }
}
