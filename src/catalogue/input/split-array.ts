import { JsonDepth } from './json-depth.js';
import type { Piece } from './split-lines.js';

const [NEWLINE, COMMA, CLOSE_ARRAY] = Buffer.from('\n,]');

/** Splits a stream with one JSON array into its elements; an element that is too long is dropped. */
export async function* splitArray(source: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<Piece> {
  const cutter = new ArrayCutter(longest);
  for await (const chunk of source) {
    yield* cutter.cut(chunk);
    if (cutter.failed) return;
  }
  if (!cutter.closed) yield { line: cutter.line, refused: 'the array ends early: its closing bracket is missing' };
}

/** The state between two chunks of the stream. */
class ArrayCutter {
  line = 1;
  closed = false;
  failed = false;
  private readonly json = new JsonDepth();
  private parts: Uint8Array[] = [];
  private size = 0;
  private startLine = 1;
  private inElement = false;

  constructor(private readonly longest: number) {}

  *cut(chunk: Uint8Array): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.line += 1;
      if (this.json.inString) {
        this.json.pass(byte);
      } else if (this.json.depth <= 1 && !this.inElement) {
        if (byte <= 32) continue;
        if (this.closed) {
          this.failed = true;
          yield { line: this.line, refused: 'something follows the closing bracket of the array' };
          return;
        }
        if (this.json.depth === 0) this.json.depth = 1;
        else if (byte === CLOSE_ARRAY) this.closed = true;
        else if (byte !== COMMA) {
          this.inElement = true;
          this.startLine = this.line;
          from = at;
          this.json.pass(byte);
        }
      } else if (this.json.depth === 1 && (byte === COMMA || byte === CLOSE_ARRAY)) {
        this.keep(chunk.subarray(from, at));
        yield this.take();
        this.closed = byte === CLOSE_ARRAY;
      } else {
        this.json.pass(byte);
      }
    }
    if (this.inElement) this.keep(chunk.subarray(from));
  }

  private keep(part: Uint8Array): void {
    this.size += part.length;
    if (this.size <= this.longest) this.parts.push(part);
    else this.parts = [];
  }

  private take(): Piece {
    const piece: Piece =
      this.size > this.longest
        ? { line: this.startLine, refused: `longer than ${this.longest / 1024} KB` }
        : { line: this.startLine, bytes: Buffer.concat(this.parts) };
    this.parts = [];
    this.size = 0;
    this.inElement = false;
    return piece;
  }
}
