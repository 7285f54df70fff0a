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
    end += document.copy(bytes, end, from, mark === REF ? found + 1 : found);
    if (mark === REF) ref = end - 1 - at;
    else end += origin.copy(bytes, end);
    from = found + 1;
  }
  end += document.copy(bytes, end, from);
  return { bytes, at, length: end - at, ref };
}
