import { foldText } from '../../core/fold.js';

/** Maximum length of a word, in characters: both sides of a comparison are cut. */
const MAX_WORD = 40;

/** Letters of scripts that write without blanks, each with its marks. */
const UNSPACED_LETTER =
  '(?=\\p{L})[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]\\p{M}*';
const UNSPACED = new RegExp(UNSPACED_LETTER, 'gu');
const RUN = new RegExp(`(?:${UNSPACED_LETTER})+|(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** The words of a text: each word, or the letters of a run in a script without blanks. */
function runsOf(text: string): (string | string[])[] {
  const runs = foldText(text).replaceAll("'", '').match(RUN) ?? [];
  return runs.map((run) => run.match(UNSPACED) ?? Array.from(run).slice(0, MAX_WORD).join(''));
}

function pairsOf(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/**
 * The words by which an event is found, folded, each once. A script without blanks gives each pair of neighbouring letters, and the last
 * letter of a run, so that a single letter is the beginning of some pair or the last one.
 */
export function wordsOf(texts: readonly (string | null)[]): string[] {
  const words = texts.flatMap((text) => (text === null ? [] : runsOf(text)));
  return [
    ...new Set(words.flatMap((word) => (typeof word === 'string' ? word : [...pairsOf(word), word.at(-1) as string]))),
  ];
}

/** A searched word; `begins`: words that begin with it match too. */
export interface SearchedWord {
  word: string;
  begins: boolean;
}

/** The words of a search, in their order: an event must have all of them. The last may be the beginning of a word. */
export function searchedWords(text: string): SearchedWord[] {
  const runs = runsOf(text);
  return runs.flatMap((run, at): SearchedWord[] => {
    if (typeof run === 'string') return [{ word: run, begins: at === runs.length - 1 }];
    const [only = ''] = run;
    if (run.length === 1) return [{ word: only, begins: true }];
    return pairsOf(run).map((word) => ({ word, begins: false }));
  });
}

/** The canonical form of a search, which finds the same events; empty without a letter or digit. */
export function canonicalSearch(text: string): string {
  return searchedWords(text)
    .map(({ word }) => word)
    .join(' ');
}

/** Letters of a word that give it a bit: its first two, and its first four. */
const BEGINNINGS = [2, 4];

/** As many as a number holds exactly. */
const BITS = 53;

/**
 * Bits that an index holds in place of words: an event that has the word has its bits. Other events may have them too. A search
 * for words of which fewer letters are known has fewer bits.
 */
export function wordBits(words: readonly SearchedWord[]): bigint {
  let bits = 0n;
  for (const { word, begins } of words) {
    for (const length of BEGINNINGS) {
      if (!begins || word.length >= length) bits |= bitOf(word.slice(0, length));
    }
  }
  return bits;
}

function bitOf(text: string): bigint {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return 1n << BigInt((hash >>> 0) % BITS);
}

/** Maximum length of a name's key, in characters: both sides of a comparison are cut. */
const NAME_KEY_LENGTH = 200;

/** The form of performers' names for comparing and storing. */
export function searchKey(text: string): string {
  const folded = foldText(text);
  return folded.length <= NAME_KEY_LENGTH ? folded : Array.from(folded).slice(0, NAME_KEY_LENGTH).join('').trimEnd();
}
