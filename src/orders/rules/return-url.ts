import type { Id } from '../../core/ids.js';
import { containsCredential } from '../../core/key-format.js';
import type { OrderStatus } from '../../core/order-status.js';
import { isAllowedOrigin } from '../../core/website-domain.js';

export const MAX_RETURN_URL = 1000;
const APPENDED = ['order_id', 'status'];

/** Why an address cannot be a way back, to follow the field's name; null when it can, on a listed domain. */
export function returnUrlFault(text: string): string | null {
  if (text.length > MAX_RETURN_URL) return `must be at most ${MAX_RETURN_URL} characters`;
  // Only the characters of RFC 3986: parsers of URLs disagree about the others.
  if (!/^https:\/\/[A-Za-z0-9.[\]:-]+(?:[/?#][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*)?$/.test(text)) {
    return 'must be an https address without a user name, in ASCII';
  }
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'must be an https address';
  if (containsCredential(text)) return 'must not contain a key, token or secret';
  const names = parameterNames(url);
  const own = APPENDED.find((name) => names.includes(name));
  return own === undefined ? null : `must not have a parameter \`${own}\`: it is appended`;
}

/** Parameter names as lenient frameworks read them: in any case, split at `;`, `a.b` and `a b` as `a_b`, `a[]` as `a`. */
function parameterNames({ search }: URL): string[] {
  const names = new URLSearchParams(search.replaceAll(';', '&')).keys();
  return [...names].map((name) => name.trim().toLowerCase().replace(/\[.*/, '').replace(/[. ]/g, '_'));
}

/** Whether a buyer may be led to this address: it is on a listed domain, by the rules of website keys. */
export function isReturnUrl(text: string, domains: readonly string[]): boolean {
  return returnUrlFault(text) === null && isAllowedOrigin(text, domains);
}

/** The way back from an order's page: the partner's address, the order and its stored status. */
export function wayBack(returnUrl: string, order: { id: Id<'order'>; status: OrderStatus }): string {
  const url = new URL(returnUrl);
  url.search = `${url.search === '' ? '?' : `${url.search}&`}order_id=${order.id}&status=${order.status}`;
  return url.href;
}
