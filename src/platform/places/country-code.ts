import * as countries from 'i18n-iso-countries/index.js';
import { foldPlaceName } from '../../core/fold.js';

/** Names in use that the library lacks in every language, folded. */
const ALIASES: Record<string, string> = {
  america: 'US',
  'u k': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  korea: 'KR',
  moldova: 'MD',
  macedonia: 'MK',
  holland: 'NL',
  'u a e': 'AE',
  burma: 'MM',
};

/** Their names are read at the first lookup; the library's main file would read all eighty languages. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'];

let names: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a code of two or three letters or of a name (`U.S.A.`, `Türkiye`, `Deutschland`). */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[A-Za-z]{2}$/.test(trimmed) && countries.isValid(trimmed.toUpperCase())) return trimmed.toUpperCase();
  if (/^[A-Za-z]{3}$/.test(trimmed)) {
    const code = countries.alpha3ToAlpha2(trimmed.toUpperCase());
    if (code) return code;
  }
  names ??= readNames();
  const folded = foldPlaceName(trimmed);
  return Object.hasOwn(ALIASES, folded) ? ALIASES[folded] : names.get(folded);
}

function readNames(): Map<string, string> {
  const found = new Map<string, string>();
  for (const language of LANGUAGES) {
    countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`));
    const all = countries.getNames(language, { select: 'all' });
    for (const [code, written] of Object.entries(all)) {
      for (const name of written) {
        const key = foldPlaceName(name);
        if (!found.has(key)) found.set(key, code);
      }
    }
  }
  return found;
}

/** The codes of all countries, in the order of the alphabet. */
export function listCountries(): string[] {
  return Object.keys(countries.getAlpha2Codes()).sort();
}
