import { JsonDepth } from './json-depth.js';

const [NEWLINE, OPEN_ARRAY, OPEN_OBJECT] = Buffer.from('\n[{');

export type Shape = 'array' | 'document' | 'lines';

/**
 * Detects the shape of a file by its first line. An object or array that ends with the line and is followed by another is the first of
 * many lines. An object that goes on behind the line, or ends the file, is a document.
 */
export class ShapeDetector {
  shape: Shape | undefined;
  readonly parts: Uint8Array[] = [];
  private size = 0;
  private first: number | undefined;
  private readonly json = new JsonDepth();
  private lineEnded = false;

  /** @param limits from which size on an array is split and an object is a document, whatever follows. */
  constructor(private readonly limits: { array: number; document: number }) {}

  add(chunk: Uint8Array): void {
    this.parts.push(chunk);
    this.size += chunk.length;
    for (const byte of chunk) {
      this.shape = this.step(byte);
      if (this.shape) return;
    }
    if (this.first === OPEN_ARRAY && this.size > this.limits.array) this.shape = 'array';
    if (this.size > this.limits.document) this.shape ??= this.first === undefined ? 'lines' : 'document';
  }

  end(): Shape {
    this.shape ??= this.first === OPEN_ARRAY ? 'array' : this.first === OPEN_OBJECT ? 'document' : 'lines';
    return this.shape;
  }

  private step(byte: number): Shape | undefined {
    if (this.first === undefined) {
      if (byte <= 32) return undefined;
      this.first = byte;
      if (byte !== OPEN_ARRAY && byte !== OPEN_OBJECT) return 'lines';
    }
    const isArray = this.first === OPEN_ARRAY;
    if (this.lineEnded) {
      if (byte <= 32) return undefined;
      return isArray && byte !== OPEN_ARRAY && byte !== OPEN_OBJECT ? 'array' : 'lines';
    }
    if (byte === NEWLINE) {
      if (this.json.depth > 0 || this.json.inString) return isArray ? 'array' : 'document';
      this.lineEnded = true;
    } else this.json.pass(byte);
    return undefined;
  }
}
