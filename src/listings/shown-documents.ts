import { translator } from '../core/locales/messages.js';
import { ENGLISH } from '../core/locales/translator.js';
import type { Event } from '../core/wire/event.js';
import { joinDocuments, type PageDocument, readDocuments } from './documents.js';
import { translateDisplay } from './rules/event-labels.js';
import { simulateStatus } from './simulate.js';
import type { Simulation } from './wire.js';

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

/** As `readDocuments`. */
export function readShown(documents: readonly PageDocument[], code: string, { locale, simulate }: Shown): Event[] {
  const events = readDocuments(documents, code);
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
