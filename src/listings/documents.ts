import type { Event } from '../core/wire/event.js';
import { MOST_ORIGINS, ORIGIN_MARK, REF_MARK } from './rules/event-document.js';
import { ownPictureAt } from './rules/own-picture.js';

const ORIGIN = ORIGIN_MARK.charCodeAt(0);
const REF = REF_MARK.charCodeAt(0);
const COMMA = 0x2c;

/** The values of the placeholders in stored documents for one response. */
export interface Filling {
  /** Scheme and host, as UTF-8. */
  origin: Buffer;
  /** The partner's code. */
  ref: Buffer;
}

export function fillingFor(origin: string, ref: string): Filling {
  return { origin: Buffer.from(origin), ref: Buffer.from(ref) };
}

/** Joins `before`, the finished documents with commas, and `after`: copied once, never decoded. */
export function joinDocuments(before: string, documents: readonly Buffer[], filling: Filling, after: string): Buffer {
  const head = Buffer.from(before);
  const tail = Buffer.from(after);
  const extra = MOST_ORIGINS * filling.origin.length + filling.ref.length;
  let size = head.length + tail.length;
  for (const document of documents) size += document.length + extra;
  const target = Buffer.allocUnsafe(size);
  let at = head.copy(target);
  for (let i = 0; i < documents.length; i += 1) {
    if (i > 0) target[at++] = COMMA;
    at = fillDocument(target, at, documents[i] as Buffer, filling);
  }
  at += tail.copy(target, at);
  return target.subarray(0, at);
}

/** One finished document, parsed: for surfaces with another event shape. */
export function readDocument(document: Buffer, filling: Filling): Event {
  return JSON.parse(joinDocuments('', [document], filling, '').toString()) as Event;
}

/** Writes one finished document at `start`, at most its origins and the code longer than it was; returns its end. */
export function fillDocument(target: Buffer, start: number, document: Buffer, { origin, ref }: Filling): number {
  let at = start;
  let from = 0;
  const copy = (until: number, filling: Buffer, next: number) => {
    at += document.copy(target, at, from, until);
    at += filling.copy(target, at);
    from = next;
  };
  const code = document.indexOf(REF);
  const picture = ownPictureAt(document, 0, code);
  if (picture !== -1) copy(picture, origin, picture);
  const buyLink = document.indexOf(ORIGIN, from);
  if (buyLink !== -1) copy(buyLink, origin, buyLink + 1);
  if (code !== -1) copy(code, ref, code + 1);
  const page = document.indexOf(ORIGIN, from);
  if (page !== -1) copy(page, origin, page + 1);
  return at + document.copy(target, at, from);
}
