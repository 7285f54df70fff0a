import { MOST_ORIGINS, ORIGIN_MARK, REF_MARK } from '../rules/event-document.js';
import { ownPictureAt } from '../rules/own-picture.js';

const ORIGIN = ORIGIN_MARK.charCodeAt(0);
const REF = REF_MARK.charCodeAt(0);

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

/** How much longer a document may become; so far behind its place at least it is laid down before {@link prepareWithin}. */
export function growthOf(origin: Buffer): number {
  return MOST_ORIGINS * origin.length;
}

/**
 * Fills the service's address into the stored document that lies in `bytes` from `from` to `to`, and moves it to `at`. Within
 * one buffer a piece moves in a third of the time that a copy from another one takes.
 */
export function prepareWithin(bytes: Buffer, at: number, from: number, to: number, origin: Buffer): PreparedDocument {
  let end = at;
  let start = from;
  const fill = (found: number, next: number) => {
    if (found === -1 || found >= to) return;
    bytes.copyWithin(end, start, found);
    end += found - start;
    bytes.set(origin, end);
    end += origin.length;
    start = next;
  };
  const code = bytes.indexOf(REF, from);
  const picture = ownPictureAt(bytes, from, code);
  fill(picture, picture);
  const buyLink = bytes.indexOf(ORIGIN, start);
  fill(buyLink, buyLink + 1);
  const ref = code === -1 || code >= to ? -1 : end + code - start - at;
  const page = bytes.indexOf(ORIGIN, start);
  fill(page, page + 1);
  bytes.copyWithin(end, start, to);
  return { bytes, at, length: end + to - start - at, ref };
}

/** A stored document in memory of its own, with the service's address filled in. */
export function prepare(document: Buffer, origin: Buffer): PreparedDocument {
  const growth = growthOf(origin);
  const bytes = Buffer.allocUnsafe(growth + document.length);
  bytes.set(document, growth);
  return prepareWithin(bytes, 0, growth, bytes.length, origin);
}
