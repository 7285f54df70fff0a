import { ORIGIN_MARK, REF_MARK } from '../rules/event-document.js';

const ORIGIN = ORIGIN_MARK.charCodeAt(0);
const REF = REF_MARK.charCodeAt(0);
/** In the order in which a document has them. */
const MARKS = [ORIGIN, REF, ORIGIN];

/** A document in which the service's address is filled in, and the partner's code is not. */
export interface PreparedDocument {
  /** Holds it from `at` on. */
  bytes: Buffer;
  at: number;
  length: number;
  /** Where the code goes, counted from `at`; −1: nowhere. */
  ref: number;
}

/**
 * Copies `from` to `to` of the source; returns where the copy ends. The view is made by hand: `subarray` and `copy` take twice
 * as long for pieces of some hundred bytes, and a page has a hundred of them.
 */
export function copyPiece(target: Buffer, at: number, source: Buffer, from: number, to: number): number {
  target.set(new Uint8Array(source.buffer, source.byteOffset + from, to - from), at);
  return at + to - from;
}

/** Most bytes that {@link prepareInto} writes. */
export function preparedLength(document: Buffer, origin: Buffer): number {
  return document.length + 2 * origin.length;
}

/** Writes a stored document at `at` with the service's address filled in. */
export function prepareInto(bytes: Buffer, at: number, document: Buffer, origin: Buffer): PreparedDocument {
  let end = at;
  let from = 0;
  let ref = -1;
  for (const mark of MARKS) {
    const found = document.indexOf(mark, from);
    if (found === -1) break;
    end = copyPiece(bytes, end, document, from, mark === REF ? found + 1 : found);
    if (mark === REF) ref = end - 1 - at;
    else {
      bytes.set(origin, end);
      end += origin.length;
    }
    from = found + 1;
  }
  end = copyPiece(bytes, end, document, from, document.length);
  return { bytes, at, length: end - at, ref };
}
