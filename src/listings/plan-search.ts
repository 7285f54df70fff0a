import { foldPlaceName } from '../core/fold.js';
import { findNamedCity } from '../platform/places/city-names.js';
import { type SearchedWord, searchedWords, wordBits, wordsOf } from './rules/search-words.js';
import { type ListingSearch, PREFIX_MARK, type RareWords } from './sql/listing-query.js';
import type { ListingStatistics } from './sql/statistics.js';

/** What finding a page costs, in rows that a walk reads in an index: the rows of the page, an event that is opened, an event of a word in the index of words. */
const COST = { page: 21, opened: 10, listed: 0.15 };
/** Looking up words with a larger share costs more than it saves. */
const MAX_SHARE = 0.1;
/** In a search with a rare and a frequent word, events of the frequent word are read up to this many times those of the rare word. */
const SKIPS = 50;

/** Words of the longest name of a city that is looked up. */
const MAX_CITY_WORDS = 4;

/** A part of a search: an event must have all words of one of the alternatives. */
type SearchTerm = readonly (readonly SearchedWord[])[];

/** A search with the share of all listings that it is expected to find. */
export interface PlannedSearch extends ListingSearch {
  share: number;
}

/**
 * Chooses how the events of a search are found. Frequent words are compared on a walk through an index in the order of the page. Rare
 * words are looked up in the index of words, and their events opened and sorted.
 *
 * @param text with a letter or digit.
 * @param walked the share of all listings that a walk reads at most.
 */
export function planSearch({ listings, words }: ListingStatistics, text: string, walked: number): PlannedSearch {
  const terms = searchTerms(text);
  const product = (shares: readonly number[]) => shares.reduce((all, share) => all * share, 1);
  const termShares = terms.map((term) => termShare(term, words));
  const share = product(termShares);
  const lookedUp = terms.filter((_, at) => (termShares[at] ?? 0) < MAX_SHARE);
  const shares = termShares.filter((value) => value < MAX_SHARE);
  const rarest = Math.min(...shares);
  const listed = shares.reduce((sum, one) => sum + Math.min(one, SKIPS * rarest), 0);
  const lookup = listings * (COST.opened * product(shares) + COST.listed * listed);
  const walk = Math.min(COST.page / share, listings * walked);
  const rare = lookedUp.length === 0 || walk < lookup ? null : rareWords(lookedUp);
  return { words: termsQuery(terms), bits: termsBits(terms), share, rare };
}

function rareWords(terms: readonly SearchTerm[]): RareWords {
  const prefix = terms.flat(2).find(({ begins }) => begins)?.word ?? '';
  const whole = terms.filter((term) => !term.flat().some(({ begins }) => begins));
  const expanded = termsQuery(terms, () => `(${PREFIX_MARK})`);
  // The index reads all events of a prefix one by one.
  return { expanded, prefix, otherwise: termsQuery(whole.length > 0 ? whole : terms) };
}

function termShare(term: SearchTerm, words: ReadonlyMap<string, number>): number {
  const shareOf = (all: readonly SearchedWord[]) => all.reduce((share, word) => share * wordShare(word, words), 1);
  return Math.min(
    1,
    term.reduce((sum, alternative) => sum + shareOf(alternative), 0),
  );
}

function wordShare({ word, begins }: SearchedWord, words: ReadonlyMap<string, number>): number {
  if (!begins) return words.get(word) ?? 0;
  let sum = 0;
  for (const [known, share] of words) if (known.startsWith(word)) sum += share;
  return sum;
}

/** The terms of a search, all of which an event must meet. Another name of a city may stand for the city. */
function searchTerms(text: string): SearchTerm[] {
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
function termsQuery(terms: readonly SearchTerm[], prefix = (word: string) => `${word}:*`): string {
  const wordQuery = ({ word, begins }: SearchedWord) => {
    const quoted = `'${word.replace(/['\\]/g, '$&$&')}'`;
    return begins ? prefix(quoted) : quoted;
  };
  return terms.map((term) => `(${term.map((words) => words.map(wordQuery).join(' & ')).join(' | ')})`).join(' & ');
}

/** The bits (`wordBits`) of every event that meets the terms. */
function termsBits(terms: readonly SearchTerm[]): number {
  const bitsOf = (term: SearchTerm) => term.map(wordBits).reduce((common, bits) => common & bits);
  return Number(terms.map(bitsOf).reduce((all, bits) => all | bits, 0n));
}
