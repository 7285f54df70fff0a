import { containsCredential } from './key-format.js';
import { invalidField } from './problems.js';

/** Tabs and line breaks: U+0009 to U+000D, and the line breaks of Unicode. */
const BREAK = /[\t-\r\u2028\u2029]/;
const BLANKS = /[ \t-\r\u2028\u2029]+/g;

/** Halves of surrogate pairs: with the `u` flag a whole pair is one character and does not match. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** Characters that not all our formats carry: control characters, halves of pairs and noncharacters. */
const REFUSED = /[\p{Control}\p{Surrogate}\p{Noncharacter_Code_Point}]/u;

/** Whether Postgres and UTF-8 can store the text: no NUL, no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !NOT_STORABLE.test(text);
}

/** The text on one line: each run of blanks with a tab or line break in it becomes one space, and the ends are trimmed. */
export function onOneLine(text: string): string {
  return BREAK.test(text) ? text.replace(BLANKS, (run) => (BREAK.test(run) ? ' ' : run)).trim() : text.trim();
}

/** Why a text cannot be stored, to follow the name of its field, without the text itself; null when it can. */
export function textFault(text: string): string | null {
  if (REFUSED.test(text)) return 'must not contain control characters, noncharacters or broken characters';
  return containsCredential(text) ? 'must not contain a key, token or secret' : null;
}

/** Scripts that write with joiners: Persian parts words with one, Indic scripts choose the form of a conjunct. */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}';

/** Invisible characters that mean something where they stand. No lookbehind: this runs in older browsers too. */
const MEANINGFUL = new RegExp(
  [
    `[${JOINING}][\\u200c\\u200d](?=[${JOINING}])`,
    '[\\p{ExtPict}\\p{EMod}]\\ufe0f?\\u200d(?=\\p{ExtPict})',
    '\\p{ExtPict}\\ufe0f',
    '[0-9#*]\\ufe0f\\u20e3',
    // The flags of England, Scotland and Wales.
    '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{3,6}\\u{e007f}',
    '\\p{scx=Hani}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '\\p{scx=Mong}[\\u180b-\\u180d\\u180f]',
  ].join('|'),
  'gu',
);
/** Characters without a picture of their own, marks and overrides of the text direction among them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** The text without invisible characters, except where they have a meaning. */
export function visibleText(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  let out = '';
  let at = 0;
  for (const { 0: found, index } of text.matchAll(MEANINGFUL)) {
    out += text.slice(at, index).replace(EVERY_INVISIBLE, '') + found;
    at = index + found.length;
  }
  return (out + text.slice(at).replace(EVERY_INVISIBLE, '')).trim();
}

/** The stored form of a name: on one line, without invisible characters, each run of blanks of any kind as one space. */
export function tidyName(given: string): string {
  return visibleText(onOneLine(given))
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/**
 * The one rule for all stored text: the catalogue, names, references, reasons, buyers. Tabs and line breaks become a
 * space. Characters that not all formats can carry, and credentials, are refused.
 *
 * @returns the text to store, or why it is refused.
 */
export function readText(given: string): ReadText {
  return checked(onOneLine(given));
}

/** The same for names, so that names that look alike are equal ({@link tidyName}). */
export function readName(given: string): ReadText {
  return checked(tidyName(given));
}

type ReadText = { text: string; fault: null } | { text: null; fault: string };

function checked(text: string): ReadText {
  const fault = textFault(text);
  return fault === null ? { text, fault } : { text: null, fault };
}

/**
 * The stored form of a name or another text from an operator (docs/catalogue.md, Text; {@link tidyName}), within `max`
 * characters.
 *
 * @param limits.min 0 if it is optional; default 1.
 * @throws {ProblemError} `invalid_request` naming the field.
 */
export function checkedText(field: string, given: string, { min = 1, max }: { min?: number; max: number }): string {
  const { text, fault } = readName(given);
  if (text === null) throw invalidField(field, fault);
  if (text.length < min || text.length > max) {
    throw invalidField(field, min > 0 ? `must be ${min} to ${max} characters` : `must be at most ${max} characters`);
  }
  return text;
}

/** Letters that Unicode does not take apart into a base letter and an accent. */
const LETTERS: Record<string, string> = { ł: 'l', ø: 'o', ß: 'ss', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' };

/** Latin letters without accents; letters of other scripts are not changed. */
export function toLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøßđðþæœı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[ŁØẞĐÐÞÆŒ]/g, (letter) => LETTERS[letter.toLowerCase()]?.toUpperCase() ?? letter);
}

/** Text as one lower-case word joined by hyphens (`Rock & Pop` → `rock-pop`); empty when nothing is left. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML content or attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
