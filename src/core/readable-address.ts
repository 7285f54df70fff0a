import { domainToUnicode } from 'node:url';

/** An e-mail address with its domain as people write it: `anna@xn--mller-kva.example` is `anna@müller.example`. */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return /(?:^|\.)xn--/i.test(address.slice(at)) ? address.slice(0, at) + domainToUnicode(address.slice(at)) : address;
}
