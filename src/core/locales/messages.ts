import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Messages } from './en.js';
import { ENGLISH, type Translator, translatorOf } from './translator.js';

/** Texts by language, read once from the files of this folder whose names have two letters. */
export const catalogue: ReadonlyMap<string, Messages> = new Map(
  readdirSync(__dirname)
    .flatMap((file) => /^([a-z]{2})\.(?:js|ts)$/.exec(file)?.[1] ?? [])
    .map((language) => [language, (require(join(__dirname, language)) as { messages: Messages }).messages]),
);

/** Codes of the languages there are, such as `de`. */
export function languages(): string[] {
  return [...catalogue.keys()];
}

/** Texts of a language; of English for one there is not. */
export function translator(language: string | null | undefined): Translator {
  const texts = catalogue.get(language ?? ENGLISH.language);
  return texts ? translatorOf(texts) : ENGLISH;
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
  return ranges[0]?.language ?? ENGLISH.language;
}
