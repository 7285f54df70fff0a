import { visibleText } from './text.js';

/*
 * E-mail addresses of members and buyers: one rule for what is stored, and one for what is the same. The dashboard's forms check
 * by it too, so this file runs in browsers.
 */

/** An ASCII address that mail servers take without quotes (RFC 5321 4.1.2); the last part may be a country's in punycode. */
export const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;
/** How long its parts may be (RFC 5321 section 4.5.3.1). */
const PARTS = /^[^@]{1,64}@(?:[^.]{1,63}\.)+[^.]{1,63}$/;
const LONGEST = 254;

/** The fault of any other text, worded to follow the field's name. */
export const NO_EMAIL = 'must be an email address';

/** Whether the result of {@link asciiAddress} is an address that mail can be sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text) && PARTS.test(text);
}

/** Whether a text can be looked up as an address: addresses stored before {@link isMailAddress} can still be found. */
export function isAddressLike(text: string): boolean {
  return text.length <= LONGEST && /^[^\s@]+@[^\s@]+$/.test(text);
}

/** A longer text is no address. The parser of URLs takes time quadratic in the length of the host, so it never sees one. */
const LONGEST_READ = 1_000;

/** A name of letters in other scripts: nothing that a URL would take for another part of itself. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u;

/** Letters, digits and signs of ASCII in full width, as keyboards for East Asian languages write them. */
const FULL_WIDTH = /[\uff01-\uff5e\ufe6b\u3002\uff61]/g;

function halfWidth(sign: string): string {
  if (sign === '\u3002' || sign === '\uff61') return '.';
  return sign === '\ufe6b' ? '@' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
}

/** Without invisible characters, outer blanks, `mailto:`, angle brackets and full width; the domain keeps its script. */
export function tidyAddress(given: string): string {
  if (given.length > LONGEST_READ) return given;
  const text = visibleText(given.replace(FULL_WIDTH, halfWidth).trim());
  return text
    .replace(/^mailto:/i, '')
    .replace(/^<([^<>]*)>$/, '$1')
    .trim();
}

/** A tidied address with its domain in ASCII (`anna@xn--mller-kva.example`); a text without such a domain stays unchanged. */
export function asciiAddress(given: string): string {
  if (given.length > LONGEST_READ) return given;
  const address = tidyAddress(given);
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).normalize('NFC');
  if (at === 0 || !INTERNATIONAL.test(domain)) return address;
  try {
    // Not `URL.parse`: older browsers lack it.
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}

/** a to z in lower case, nothing else changed: Postgres says the same with `lower(email COLLATE "C")`. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** For comparing: ASCII domain, lower case by `lowerAscii`; `toLowerCase` and Postgres disagree about letters such as `İ`. */
export function foldEmail(email: string): string {
  return lowerAscii(asciiAddress(email));
}
