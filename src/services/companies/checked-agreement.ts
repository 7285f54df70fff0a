import { invalidField } from '../../domain/problems.js';
import type { Agreement } from '../../domain/viewer.js';

/**
 * An agreement with its lists tidied: countries as upper-case ISO codes, nothing twice.
 *
 * @throws {ProblemError} `invalid_request` for a malformed country or category, or an empty list, which would cover nothing.
 */
export function checkedAgreement({ countries, categories, payingOnly }: Agreement): Agreement {
  return {
    countries: tidy('countries', countries, (text) => text.toUpperCase(), /^[A-Z]{2}$/),
    categories: tidy('categories', categories, (text) => text, /^.{1,100}$/),
    payingOnly,
  };
}

function tidy(
  field: string,
  list: readonly string[] | null,
  shape: (text: string) => string,
  pattern: RegExp,
): string[] | null {
  if (list === null) return null;
  const tidied = [...new Set(list.map((text) => shape(text.trim())))].sort();
  if (tidied.length === 0 || !tidied.every((text) => pattern.test(text))) {
    throw invalidField(field, field === 'countries' ? 'must be two-letter codes' : 'must be category names');
  }
  return tidied;
}
