import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messages as english, type MessageKey, type Messages } from './locales/en.js';

export type { MessageKey, Messages };

/** Gives a text in one language, with values in the places that it names in braces. */
export interface Translator {
  (key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
  /** Two letters. */
  language: string;
  /** For dates and amounts, such as `de-DE`. */
  locale: string;
}

/** The language for visitors whose languages we do not have. */
const DEFAULT_LANGUAGE = 'en';

const LOCALES = join(__dirname, 'locales');

/** Texts by language: the files in `locales`, read once. */
export const catalogue: ReadonlyMap<string, Messages> = new Map(
  readdirSync(LOCALES)
    .flatMap((file) => /^([a-z]{2})\.(?:js|ts)$/.exec(file)?.[1] ?? [])
    .map((language) => [language, (require(join(LOCALES, language)) as { messages: Messages }).messages]),
);

/** Codes of the languages there are, such as `de`. */
export function languages(): string[] {
  return [...catalogue.keys()];
}

/** Texts of a language; of English for one there is not. */
export function translator(language: string | null | undefined): Translator {
  const texts = catalogue.get(language ?? DEFAULT_LANGUAGE) ?? english;
  const locale = texts['page.locale'];
  const translate = (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
    texts[key].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  return Object.assign(translate, { locale, language: locale.slice(0, 2) });
}

/**
 * The language that a reader likes best of those there are, by `Accept-Language` (RFC 9110 section 12.5.4); whatever is
 * malformed is passed over.
 */
export function chooseLanguage(accepted: string | undefined): string {
  const ranges = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => /^\s*([a-z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q=([01](?:\.\d{1,3})?))?\s*$/i.exec(range))
    .flatMap((match) => (match?.[1] ? [{ language: match[1].toLowerCase(), weight: Number(match[2] ?? 1) }] : []))
    .filter(({ language, weight }) => weight > 0 && catalogue.has(language));
  // The first of equal ones: sorting is stable.
  ranges.sort((a, b) => b.weight - a.weight);
  return ranges[0]?.language ?? DEFAULT_LANGUAGE;
}
