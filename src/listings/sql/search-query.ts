import type { ListingQuery, SearchTerms } from './listing-query.js';

/** A word in a `tsquery`. */
export function lexeme(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

/**
 * Filters as words that no text has, so that the index of words finds a search within a city as fast as the search alone. The
 * database adds the buckets of the start: `~` and `^` with their numbers.
 */
export const FILTER_WORDS = {
  country: (country: string) => `=${country}`,
  category: (category: string) => `#${category}`,
  city: (cityKey: string) => `@${cityKey}`,
  cell: (cell: number) => `+${cell}`,
} as const;

/** More values than this are compared row by row. */
const MAX_VALUES = 64;

/** The filters of a page that are stored as words, as parts of a `tsquery`. */
export function filterWords({ countries, categories, cityKey, cells }: ListingQuery): string[] {
  const anyOf = <T>(values: readonly T[] | null, word: (value: T) => string) =>
    values === null || values.length > MAX_VALUES
      ? []
      : [`(${values.map((value) => lexeme(word(value))).join(' | ')})`];
  return [
    ...anyOf(countries, FILTER_WORDS.country),
    ...anyOf(categories, FILTER_WORDS.category),
    ...anyOf(cityKey === undefined ? null : [cityKey], FILTER_WORDS.city),
    ...anyOf(cells, FILTER_WORDS.cell),
  ];
}

/** A prefix of more words than this is looked up in the index as it is, which takes longer the more events have it. */
const MAX_WORDS = 64;

/**
 * SQL for the `tsquery`s of a search, a row each, one of which an event must meet. A prefix becomes the words that begin with it,
 * since the index finds each word many times faster than a prefix, or than all of them in one `tsquery`.
 *
 * @param bind takes a text parameter.
 */
export function searchedSql({ required, last }: SearchTerms, bind: (value: string) => string): string {
  const query = (parts: readonly string[]) => `${bind(parts.join(' & '))}::tsquery`;
  if (!last) return `SELECT ${query(required)} AS words`;
  const { before, prefix, city } = last;
  const from = bind(prefix);
  const also = (parts: readonly string[]) => (parts.length > 0 ? `${query(parts)} && ` : '');
  const named = also([...required, ...before]);
  const usual = city === null ? '' : `UNION ALL SELECT ${query([...required, city])}`;
  return `
    SELECT ${named}word AS words FROM (
      SELECT lexeme::tsquery AS word FROM (
        SELECT '''' || word || '''' AS lexeme, count(*) OVER () AS words FROM (
          SELECT word FROM listing_words WHERE word >= ${from} AND word < ${from} || U&'\\+10FFFF' LIMIT ${MAX_WORDS + 1}) b
      ) n WHERE words <= ${MAX_WORDS}
      UNION ALL SELECT ${bind(`${lexeme(prefix)}:*`)}::tsquery
        WHERE (SELECT count(*) FROM (SELECT FROM listing_words WHERE word >= ${from} AND word < ${from} || U&'\\+10FFFF' LIMIT ${MAX_WORDS + 1}) b) > ${MAX_WORDS}
    ) w ${usual}`;
}
