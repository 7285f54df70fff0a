import { domainToASCII, domainToUnicode } from 'node:url';

/** A name of letters in other scripts: nothing that a URL would take for another part of itself. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * An e-mail address with its domain in ASCII, as mail servers take it: `anna@müller.example` is `anna@xn--mller-kva.example`.
 * What has no such domain stays as it is.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at).normalize('NFC');
  if (at === 0 || !INTERNATIONAL.test(domain)) return address;
  return address.slice(0, at) + (domainToASCII(domain) || domain);
}

/** The same with its domain as people write it. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return /(?:^|\.)xn--/i.test(address.slice(at)) ? address.slice(0, at) + domainToUnicode(address.slice(at)) : address;
}
