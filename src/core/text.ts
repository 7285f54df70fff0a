import { holdsCredential } from './key-format.js';

/** Tabs and line breaks: U+0009 to U+000D, and those of Unicode. */
const BREAK = /[\t-\r\u2028\u2029]/;
const BLANKS = /[ \t-\r\u2028\u2029]+/g;

/** Halves of surrogate pairs: with the `u` flag a whole pair is one character and does not match. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** What no format of ours can carry the same way: the control characters of C0, DEL and C1, halves of pairs, and noncharacters. */
const REFUSED = /[\p{Control}\p{Surrogate}\p{Noncharacter_Code_Point}]/u;

/** Whether PostgreSQL and UTF-8 can hold the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !NOT_STORABLE.test(text);
}

/** The text on one line: each run of blanks with a tab or line break in it becomes one space, and the ends are trimmed. */
export function onOneLine(text: string): string {
  return BREAK.test(text) ? text.replace(BLANKS, (run) => (BREAK.test(run) ? ' ' : run)).trim() : text.trim();
}

/** Why a text cannot be kept, following the name of its field and without the text; null when nothing speaks against it. */
export function textFault(text: string): string | null {
  if (REFUSED.test(text)) return 'must not contain control characters, noncharacters or broken characters';
  return holdsCredential(text) ? 'must not contain a key, token or secret' : null;
}

/**
 * The one rule for text that is kept and given out again, wherever it comes in: the catalogue, names, references, reasons,
 * buyers. Tabs and line breaks become a space; what no format could carry the same way, and credentials, are refused.
 *
 * @returns the text to keep, or the reason why there is none.
 */
export function readText(given: string): { text: string; fault: null } | { text: null; fault: string } {
  const text = onOneLine(given);
  const fault = textFault(text);
  return fault === null ? { text, fault } : { text: null, fault };
}
