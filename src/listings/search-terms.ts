import { foldPlaceName } from '../core/fold.js';
import { findNamedCity } from '../platform/places/city-names.js';
import { type SearchedWord, searchedWords, wordBits, wordsOf } from './rules/search-words.js';

/** Words of the longest name of a city that is looked up. */
const MAX_CITY_WORDS = 4;

/** A part of a search: an event must have all words of one of the alternatives. */
export type SearchTerm = readonly (readonly SearchedWord[])[];

/** The canonical form of a search, which finds the same events; empty without a letter or digit. */
export function canonicalSearch(text: string): string {
  return searchedWords(text)
    .map(({ word }) => word)
    .join(' ');
}

/** The terms of a search, all of which an event must meet. Another name of a city may stand for the city. */
export function searchTerms(text: string): SearchTerm[] {
  const words = searchedWords(text);
  const terms: SearchTerm[] = [];
  for (let at = 0; at < words.length; at += terms.at(-1)?.[0]?.length ?? 1) terms.push(termAt(words, at));
  return terms;
}

/** The longest name of a city that begins at a word, or the city's usual name; else the word alone. */
function termAt(words: readonly SearchedWord[], at: number): SearchTerm {
  for (let count = Math.min(MAX_CITY_WORDS, words.length - at); count > 0; count -= 1) {
    const part = words.slice(at, at + count);
    const name = part.map(({ word }) => word).join(' ');
    const key = findNamedCity(foldPlaceName(name))?.key;
    if (key !== undefined && key !== name) return [part, wordsOf([key]).map((word) => ({ word, begins: false }))];
  }
  return [words.slice(at, at + 1)];
}

/**
 * The terms as a `tsquery`.
 *
 * @param prefix how the beginning of a word is written; the word is quoted.
 */
export function termsQuery(terms: readonly SearchTerm[], prefix = (word: string) => `${word}:*`): string {
  const wordQuery = ({ word, begins }: SearchedWord) => {
    const quoted = `'${word.replace(/['\\]/g, '$&$&')}'`;
    return begins ? prefix(quoted) : quoted;
  };
  return terms.map((term) => `(${term.map((words) => words.map(wordQuery).join(' & ')).join(' | ')})`).join(' & ');
}

/** The bits (`wordBits`) of every event that meets the terms. */
export function termsBits(terms: readonly SearchTerm[]): number {
  const bitsOf = (term: SearchTerm) => term.map(wordBits).reduce((common, bits) => common & bits);
  return Number(terms.map(bitsOf).reduce((all, bits) => all | bits, 0n));
}
