import { translator } from '../core/locales/messages.js';
import { ENGLISH } from '../core/locales/translator.js';
import type { Event } from '../core/wire/event.js';
import { IMAGE_NAME, MOST_ORIGINS, ORIGIN_MARK, REF_MARK } from './rules/event-document.js';
import { translateDisplay } from './rules/event-labels.js';
import { simulateStatus } from './simulate.js';
import type { Simulation } from './wire.js';

const ORIGIN = ORIGIN_MARK.charCodeAt(0);
const REF = REF_MARK.charCodeAt(0);
const IMAGE = Buffer.from(IMAGE_NAME);
const QUOTE = 0x22;
const COMMA = 0x2c;
const SLASH = 0x2f;

/** JSON that is the same for every caller but for one code. */
export interface KeptDocument {
  bytes: Buffer;
  /** Where the mark of the code is; −1: nowhere. */
  ref: number;
}

/** A document as Postgres has it: its marks are not yet filled in. */
interface StoredDocument {
  bytes: Buffer;
  /** The service's address, to fill in. */
  origin: Buffer;
}

/** The parts that a page is joined from. */
export type PageDocument = KeptDocument | StoredDocument;

/** The values of the placeholders in stored documents for one response. */
export interface Filling {
  /** Scheme and host, as UTF-8. */
  origin: Buffer;
  /** The partner's code; null: its mark stays. */
  ref: Buffer | null;
}

export function fillingFor(origin: string, ref: string): Filling {
  return { origin: Buffer.from(origin), ref: Buffer.from(ref) };
}

/** A stored document with the service's address filled in, in memory of its own. */
export function prepareDocument(document: Buffer, origin: Buffer): KeptDocument {
  const bytes = completeDocument(document, { origin, ref: null });
  return { bytes, ref: bytes.indexOf(REF) };
}

/** Joins `before`, the documents with the partner's code and commas between them, and `after`: copied once, never decoded. */
export function joinDocuments(before: string, documents: readonly PageDocument[], code: string, after: string): Buffer {
  const ref = Buffer.from(code);
  let size = Buffer.byteLength(before) + Buffer.byteLength(after);
  for (const document of documents) size += longestJoined(document, ref) + 1;
  const target = Buffer.allocUnsafe(size);
  let at = target.write(before);
  documents.forEach((document, i) => {
    if (i > 0) target[at++] = COMMA;
    at =
      'origin' in document
        ? fillDocument(target, at, document.bytes, { origin: document.origin, ref })
        : copyKept(target, at, document, ref);
  });
  at += target.write(after, at);
  return target.subarray(0, at);
}

function longestJoined(document: PageDocument, ref: Buffer): number {
  const { bytes } = document;
  return 'origin' in document ? longestFilled(bytes, { origin: document.origin, ref }) : bytes.length + ref.length;
}

/** @returns where it ends in `target`. */
function copyKept(target: Buffer, start: number, document: KeptDocument, ref: Buffer): number {
  const end = start + document.bytes.length;
  target.set(document.bytes, start);
  if (document.ref === -1) return end;
  // To move the rest within one buffer takes a third of the time of another copy.
  const mark = start + document.ref;
  target.copyWithin(mark + ref.length, mark + 1, end);
  target.set(ref, mark);
  return end + ref.length - 1;
}

export function completeDocument(document: Buffer, filling: Filling): Buffer {
  const target = Buffer.allocUnsafeSlow(longestFilled(document, filling));
  return target.subarray(0, fillDocument(target, 0, document, filling));
}

/** The same, parsed. */
export function readDocument(document: Buffer, filling: Filling): Event {
  return JSON.parse(completeDocument(document, filling).toString()) as Event;
}

/** How many bytes {@link fillDocument} writes at most. */
export function longestFilled(document: Buffer, { origin, ref }: Filling): number {
  return document.length + MOST_ORIGINS * origin.length + (ref?.length ?? 0);
}

/** Writes one finished document at `start`, where there must be room for {@link longestFilled}; returns its end. */
export function fillDocument(target: Buffer, start: number, document: Buffer, { origin, ref }: Filling): number {
  let at = start;
  let from = 0;
  const copy = (until: number, filling: Buffer, next: number) => {
    at += document.copy(target, at, from, until);
    at += filling.copy(target, at);
    from = next;
  };
  const code = document.indexOf(REF);
  const picture = ownPictureAt(document, code);
  if (picture !== -1) copy(picture, origin, picture);
  const buyLink = document.indexOf(ORIGIN, from);
  if (buyLink !== -1) copy(buyLink, origin, buyLink + 1);
  if (code !== -1 && ref) copy(code, ref, code + 1);
  const page = document.indexOf(ORIGIN, from);
  if (page !== -1) copy(page, origin, page + 1);
  return at + document.copy(target, at, from);
}

/**
 * Where the service's address goes before the path of its own picture; −1: the document has none.
 *
 * @param code where the mark of the partner's code is, behind the picture.
 */
function ownPictureAt(bytes: Buffer, code: number): number {
  const name = bytes.indexOf(IMAGE);
  const value = name + IMAGE.length;
  const isOwn = name !== -1 && name < code && bytes[value] === QUOTE && bytes[value + 1] === SLASH;
  return isOwn ? value + 1 : -1;
}

/** How one answer differs from the stored documents, which are in English. */
export interface Shown {
  /** Language of `display`, such as `de`. */
  locale?: string;
  simulate?: Simulation;
}

/** As `joinDocuments`. Only an answer that differs from the documents is decoded. */
export function joinShown(
  before: string,
  documents: readonly PageDocument[],
  code: string,
  after: string,
  shown: Shown,
): Buffer {
  if (!shown.simulate && isStored(shown.locale)) return joinDocuments(before, documents, code, after);
  return Buffer.from(`${before}${JSON.stringify(readShown(documents, code, shown)).slice(1, -1)}${after}`);
}

/** The documents of a page, finished and parsed: for surfaces with another event shape. */
export function readShown(documents: readonly PageDocument[], code: string, { locale, simulate }: Shown = {}): Event[] {
  const events = JSON.parse(joinDocuments('[', documents, code, ']').toString()) as Event[];
  const t = isStored(locale) ? null : translator(locale);
  for (const event of events) {
    if (simulate) simulateStatus(event, simulate);
    if (t) translateDisplay(event, t);
  }
  return events;
}

function isStored(locale: string | undefined): boolean {
  return locale === undefined || locale === ENGLISH.language;
}
