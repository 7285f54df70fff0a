import { holdsCredential } from './key-format.js';

/** Tabs and line breaks: U+0009 to U+000D, and those of Unicode. */
const BREAK = /[\t-\r\u2028\u2029]/;
const BLANKS = /[ \t-\r\u2028\u2029]+/g;

/** Halves of surrogate pairs: with the `u` flag a whole pair is one character and does not match. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/**
 * Characters that not all our formats can carry: the control characters of C0, DEL and C1, halves of pairs, and
 * noncharacters.
 */
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
  return holdsCredential(text) ? 'must not contain a key, token or secret' : null;
}

/**
 * The one rule for all stored text: the catalogue, names, references, reasons, buyers. Tabs and line breaks become a
 * space. Characters that not all formats can carry, and credentials, are refused.
 *
 * @returns the text to store, or why it is refused.
 */
export function readText(given: string): { text: string; fault: null } | { text: null; fault: string } {
  const text = onOneLine(given);
  const fault = textFault(text);
  return fault === null ? { text, fault } : { text: null, fault };
}
