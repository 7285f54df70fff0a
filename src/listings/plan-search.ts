import type { SearchedWord } from './rules/search-words.js';
import { type SearchTerm, searchTerms, termsBits, termsQuery } from './search-terms.js';
import { type ListingSearch, PREFIX_MARK, type RareWords } from './sql/listing-query.js';
import type { ListingStatistics } from './sql/statistics.js';

/** What finding a page costs, in rows that a walk reads in an index: the rows of the page, an event that is opened, an event of a word in the index of words. */
const COST = { page: 21, opened: 10, listed: 0.15 };
/** Looking up words with a larger share costs more than it saves. */
const MAX_SHARE = 0.1;
/** In a search with a rare and a frequent word, events of the frequent word are read up to this many times those of the rare word. */
const SKIPS = 50;

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
  const shares = termShares.filter((one) => one < MAX_SHARE);
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
