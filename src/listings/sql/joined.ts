/** Values as the database sent them, joined in one text: cut apart and decoded only where somebody needs that. */
export class Joined {
  private readonly ends: number[] = [];

  /** @param separator the byte between them, which none of them contains. */
  constructor(
    readonly bytes: Buffer,
    separator: number,
  ) {
    if (bytes.length === 0) return;
    for (let end = bytes.indexOf(separator); end !== -1; end = bytes.indexOf(separator, end + 1)) this.ends.push(end);
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

  part(row: number): Buffer {
    return this.bytes.subarray(this.start(row), this.end(row));
  }

  text(row: number): string {
    return this.bytes.toString('utf8', this.start(row), this.end(row));
  }
}
