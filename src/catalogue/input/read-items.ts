import { ShapeDetector } from './detect-shape.js';
import { expandDocument } from './json-ld.js';
import { splitArray } from './split-array.js';
import { type Piece, splitLines } from './split-lines.js';

/** One event of the input, or why it cannot be read; `line` is where it begins, counted from 1. */
export type Item = { line: number; value: unknown } | { line: number; refused: string };

/** Longest line, or longest element of an array. */
export const LONGEST_ITEM = 64 * 1024;
/** A single JSON document other than an array is read whole. */
const LONGEST_DOCUMENT = 16 * 1024 * 1024;

/** Reads NDJSON or a JSON array in constant memory, or one document (an event, a `@graph` or an `ItemList`), by its content. */
export async function* readItems(source: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const chunks = skipByteOrderMark(source);
  const detector = new ShapeDetector({ array: LONGEST_ITEM, document: LONGEST_DOCUMENT });
  while (detector.shape === undefined) {
    const next = await chunks.next();
    if (next.done) break;
    detector.add(next.value);
  }
  const shape = detector.end();
  if (shape === 'document') {
    yield* readDocument(detector.parts, chunks);
    return;
  }
  const bytes = prepend(detector.parts, chunks);
  for await (const piece of shape === 'array' ? splitArray(bytes, LONGEST_ITEM) : splitLines(bytes, LONGEST_ITEM)) {
    yield* readPiece(piece);
  }
}

/** The whole document, or the lines of a file whose first line is broken. */
async function* readDocument(parts: Uint8Array[], chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Item> {
  let size = parts.reduce((sum, part) => sum + part.length, 0);
  let ended = false;
  while (!ended && size <= LONGEST_DOCUMENT) {
    const next = await chunks.next();
    ended = next.done ?? false;
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
  }
  const bytes = Buffer.concat(parts);
  const document = ended
    ? parse(bytes)
    : { refused: 'a single JSON document over 16 MB: write one event a line, or an array of events' };
  if ('value' in document) yield* expand(1, document.value);
  else if (areLines(bytes)) {
    for await (const piece of splitLines(prepend([bytes], chunks), LONGEST_ITEM)) yield* readPiece(piece);
  } else yield { line: 1, ...document };
}

/** Whether at least half of the lines are complete JSON objects. Lines of a document rarely are. */
function areLines(bytes: Buffer): boolean {
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const objects = lines.filter((line) => line.trimStart().startsWith('{') && isJson(line));
  return objects.length * 2 >= lines.length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* readPiece(piece: Piece): Generator<Item> {
  if ('refused' in piece) {
    yield piece;
    return;
  }
  const read = parse(piece.bytes);
  if ('value' in read) yield* expand(piece.line, read.value);
  else yield { line: piece.line, ...read };
}

function* expand(line: number, document: unknown): Generator<Item> {
  const events = expandDocument(document);
  for (const value of events) yield { line, value };
  if (events.length === 0) yield { line, refused: 'holds no Event' };
}

function parse(bytes: Uint8Array): { value: unknown } | { refused: string } {
  const text = decode(bytes);
  if (text === undefined) return { refused: 'not valid UTF-8' };
  if (text.includes('\0')) return { refused: 'contains a NUL byte' };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { refused: 'not valid JSON' };
  }
}

async function* prepend(head: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* skipByteOrderMark(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    const marked = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    first = false;
    yield marked ? chunk.subarray(3) : chunk;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
