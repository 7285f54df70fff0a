/** Quotes and dashes that keyboards and word processors put in place of the plain ones. */
const QUOTES = /[`‘’‚‛ʹʻʼʽʾʿˈ′‵]/g;
const DOUBLE_QUOTES = /[“”„‟«»]/g;
const DASHES = /[‐‑‒–—―−]/g;

/** Accents, vowel points and invisible characters; without kana voicing marks and Indic vowels, which change the word. */
const MARKS = new RegExp(
  [
    '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670',
    '\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
    '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff',
  ]
    .map((ranges) => `[${ranges}]`)
    .join('|'),
  'g',
);

/** Lower-case letters that Unicode does not take apart into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ə: 'e', ɖ: 'd', ɫ: 'l', ς: 'σ' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** The blanks of Unicode 15. */
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Printable ASCII without double blanks, where only the case is folded. */
const PLAIN = /^(?:[!-_a-~]+(?: [!-_a-~]+)*)?$/;

/**
 * The form for comparing and searching names: no case, no accents, full-width forms as usual ones, `ø` as `o`, `ß` as
 * `ss`, plain quotes and dashes, one blank between words. Folding twice changes nothing. The SQL function `fold_text`
 * returns the same; a test compares the two for every character.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .trim();
}

/** Words of ASCII letters and digits: most place names, once folded. */
const WORDS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** A place name in normal form: folded, without punctuation, `St.` written out. */
export function foldPlaceName(name: string): string {
  const folded = foldText(name);
  if (WORDS.test(folded)) return folded.replace(/^st /, 'saint ');
  return folded
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^st /, 'saint ');
}
