import { splitArray } from './split-array.js';
import { type Piece, splitLines } from './split-lines.js';

/** One event of the input, or why it cannot be read; `line` is where it begins, counted from 1. */
export type Item = { line: number; value: unknown } | { line: number; refused: string };

/** Longest line, or longest element of an array. */
export const LONGEST_ITEM = 64 * 1024;
/** A single JSON document other than an array is read whole. */
export const LONGEST_DOCUMENT = 16 * 1024 * 1024;

/**
 * Reads events from a stream of NDJSON, of a JSON array (both in constant memory), or of one JSON document: an event or
 * a JSON-LD document with a `@graph`.
 */
export async function* readItems(source: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const chunks = skipByteOrderMark(source);
  const { head, rest } = await peek(chunks);
  const shape = detectShape(head);
  const bytes = prepend(head, rest);
  if (shape === 'document') {
    yield* readDocument(bytes);
    return;
  }
  for await (const piece of shape === 'array' ? splitArray(bytes, LONGEST_ITEM) : splitLines(bytes, LONGEST_ITEM)) {
    yield* readPiece(piece);
  }
}

function* readPiece(piece: Piece): Generator<Item> {
  if ('refused' in piece) {
    yield piece;
    return;
  }
  const text = decode(piece.bytes);
  if (text === undefined) yield { line: piece.line, refused: 'not valid UTF-8' };
  else if (text.includes('\0')) yield { line: piece.line, refused: 'contains a NUL byte' };
  else if (text.trim() !== '') yield* readJson(piece.line, text);
}

function* readJson(line: number, text: string): Generator<Item> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    yield { line, refused: 'not valid JSON' };
    return;
  }
  if (typeof value === 'object' && value !== null && '@graph' in value && Array.isArray(value['@graph'])) {
    for (const node of value['@graph']) yield { line, value: node };
  } else {
    yield { line, value };
  }
}

async function* readDocument(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Item> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part);
    size += part.length;
    if (size > LONGEST_DOCUMENT) {
      yield { line: 1, refused: 'a single JSON document over 16 MB: write one event a line, or an array of events' };
      return;
    }
  }
  yield* readPiece({ line: 1, bytes: Buffer.concat(parts) });
}

/** An array begins with `[`; a document is an object that continues after its first line; else it is NDJSON. */
function detectShape(head: Buffer): 'array' | 'document' | 'lines' {
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('[')) return 'array';
  const [first, second] = text.split('\n').filter((line) => line.trim() !== '');
  if (!text.startsWith('{') || second === undefined || second.trimStart().startsWith('{')) return 'lines';
  try {
    JSON.parse(first ?? '');
    return 'lines';
  } catch {
    return 'document';
  }
}

/** Enough of the beginning to detect the format: two lines, or the maximum length of one. */
async function peek(chunks: AsyncIterator<Uint8Array>): Promise<{ head: Buffer; rest: AsyncIterator<Uint8Array> }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let newlineSeen = false;
  let textSeen = false;
  while (size <= LONGEST_ITEM) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
    for (const byte of next.value) {
      if (byte > 32 && newlineSeen) return { head: Buffer.concat(parts), rest: chunks };
      if (byte > 32) textSeen = true;
      else if (byte === NEWLINE && textSeen) newlineSeen = true;
    }
  }
  return { head: Buffer.concat(parts), rest: chunks };
}

const NEWLINE = 10;

async function* prepend(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
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
