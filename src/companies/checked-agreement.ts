import { invalidField } from '../core/problems.js';
import { slug } from '../core/text.js';
import type { Agreement } from '../core/viewer.js';
import { countryCode } from '../platform/places/country-code.js';

/**
 * An agreement with its lists normalized: countries as upper-case ISO codes, categories as the catalogue stores them
 * (`Rock & Pop` is `rock-pop`), nothing twice.
 *
 * @throws {ProblemError} `invalid_request` for an unknown country, a malformed category, or an empty list, which would
 * cover nothing.
 */
export function checkedAgreement({ countries, categories, payingOnly }: Agreement): Agreement {
  return {
    countries: tidy('countries', countries, (text) => text.toUpperCase(), isCountry),
    categories: tidy('categories', categories, slug, (name) => name !== ''),
    payingOnly,
  };
}

function tidy(
  field: string,
  list: readonly string[] | null,
  shape: (text: string) => string,
  fits: (text: string) => boolean,
): string[] | null {
  if (list === null) return null;
  const tidied = [...new Set(list.map((text) => shape(text.trim())))].sort();
  if (tidied.length === 0 || !tidied.every(fits)) {
    throw invalidField(
      field,
      field === 'countries' ? 'must be two-letter codes of countries' : 'must be category names',
    );
  }
  return tidied;
}

/** An unknown code would cover nothing, and so withdraw every event. */
function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && countryCode(code) === code;
}
