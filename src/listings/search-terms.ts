import { foldPlaceName } from '../core/fold.js';
import { findNamedCity } from '../platform/places/city-names.js';
import { type SearchedWord, searchedWords, wordsOf } from './rules/search-words.js';
import type { SearchTerms } from './sql/listing-query.js';
import { lexeme } from './sql/search-query.js';

/** Words of the longest name of a city that is looked up. */
const MAX_CITY_WORDS = 4;

/** The canonical form of a search, which finds the same events; empty without a letter or digit. */
export function canonicalSearch(text: string): string {
  return searchedWords(text)
    .map(({ word }) => word)
    .join(' ');
}

/** What a search demands of an event: all its words, where another name of a city may stand for the city. */
export function searchTerms(text: string): SearchTerms {
  const words = searchedWords(text);
  const required: string[] = [];
  for (let at = 0; at < words.length; ) {
    const { part, city } = partAt(words, at);
    at += part.length;
    const last = part.at(-1);
    if (last?.begins) {
      return { required, last: { before: part.slice(0, -1).map(toLexeme), prefix: last.word, city } };
    }
    const named = part.map(toLexeme).join(' & ');
    required.push(city === null ? named : `((${named}) | (${city}))`);
  }
  return { required, last: null };
}

/** The longest name of a city that begins at a word, with the city's usual name; else the word alone. */
function partAt(words: readonly SearchedWord[], at: number): { part: SearchedWord[]; city: string | null } {
  for (let count = Math.min(MAX_CITY_WORDS, words.length - at); count > 0; count -= 1) {
    const part = words.slice(at, at + count);
    const name = part.map(({ word }) => word).join(' ');
    const key = findNamedCity(foldPlaceName(name))?.key;
    if (key !== undefined && key !== name) return { part, city: wordsOf([key]).map(lexeme).join(' & ') };
  }
  return { part: words.slice(at, at + 1), city: null };
}

function toLexeme({ word }: SearchedWord): string {
  return lexeme(word);
}
