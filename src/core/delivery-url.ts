import type { Mode } from './mode.js';
import { isLoopbackName, isPublicAddress, literalAddress } from './public-address.js';

export const MAX_DELIVERY_URL_LENGTH = 2_048;

/** A valid host name: a URL parser also accepts hosts such as `{host}`. */
const HOST_NAME = /^(?=.{1,253}\.?$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/;

export interface DeliveryUrlRules {
  mode: Mode;
  /** Maximum length. A called URL has its placeholders filled in, so it may be longer than the template. */
  longest?: number;
  /** Development only: allows private addresses, and plain http to them in live mode. */
  allowPrivate: boolean;
}

export type DeliveryUrlCheck =
  | { ok: true; url: URL }
  /** `isPrivate`: refused only because the address is private, which development may allow. */
  | { ok: false; reason: string; isPrivate?: true };

/** Whether we may deliver to this URL by its text alone; connections check the addresses. `reason` is for its author. */
export function checkDeliveryUrl(text: string, rules: DeliveryUrlRules): DeliveryUrlCheck {
  const refuse = (reason: string): DeliveryUrlCheck => ({ ok: false, reason });
  const longest = rules.longest ?? MAX_DELIVERY_URL_LENGTH;
  if (text.length > longest) return refuse(`the URL is longer than ${longest} characters`);
  // The URL parser drops tabs, line breaks and outer blanks: the shown address would differ from the called address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL must not have control characters
  if (/[\u0000-\u0020\u007f]/.test(text)) return refuse('the URL contains blanks or control characters');
  if (!/^https?:\/\/[^/\\?#]/i.test(text)) return refuse('the URL must begin with https:// (or http:// in test mode)');
  const url = URL.parse(text);
  if (url === null) return refuse('the URL cannot be read');
  if (url.port === '0') return refuse('the URL has port 0, on which nothing can listen');
  if (url.username !== '' || url.password !== '') {
    return refuse('the URL carries a user name or password; put a token in the path or the query instead');
  }
  // Not `url.hash`: a parser drops an empty fragment, which a placeholder may fill later.
  if (text.includes('#')) return refuse('the URL has a fragment (#…), which is never sent');

  const literal = literalAddress(url.hostname);
  if (literal === null && !HOST_NAME.test(url.hostname)) return refuse(`${url.hostname} cannot be the name of a host`);
  const inside = literal === null ? isLoopbackName(url.hostname) : !isPublicAddress(literal);
  if (inside && !rules.allowPrivate) {
    const reason = `${url.hostname} is not a public address; deliveries go to the public internet only`;
    return { ok: false, reason, isPrivate: true };
  }
  if (url.protocol === 'http:' && rules.mode === 'live' && !inside) {
    return refuse('live deliveries need https; plain http is accepted for test keys only');
  }
  return { ok: true, url };
}
