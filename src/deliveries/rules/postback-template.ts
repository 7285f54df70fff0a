import { MAX_DELIVERY_URL_LENGTH } from '../../core/delivery-url.js';
import type { EarningStatus } from '../../core/earning-status.js';

/** The placeholders of a postback URL (contract: Conversion postback, rule 3), each as `{name}`. */
export const POSTBACK_PLACEHOLDERS = [
  'sub_id',
  'sale_id',
  'event_id',
  'status',
  'commission',
  'transaction_value',
  'currency',
  'created_at',
  'delivery_id',
  'order_id',
] as const;

export type PostbackPlaceholder = (typeof POSTBACK_PLACEHOLDERS)[number];
export type PostbackValues = Record<PostbackPlaceholder, string | number | null>;
/** The values of the placeholders, from the body of an `earnings.changed`. */
export type PostbackEarning = Omit<PostbackValues, 'delivery_id' | 'status'> & { status: EarningStatus };

/** Scheme and authority: exactly two slashes and a host, or a URL parser could find the host after a placeholder. */
const BASE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/\\?#]+/;

/** Why a template cannot be saved, for its author; null: it is valid. The URL is checked on {@link plainPostbackUrl}. */
export function postbackTemplateFault(template: string): string | null {
  if (template.length > MAX_DELIVERY_URL_LENGTH) {
    return `the template is longer than ${MAX_DELIVERY_URL_LENGTH} characters`;
  }
  const base = BASE.exec(template)?.[0];
  const firstBrace = template.search(/[{}]/);
  if (base === undefined) {
    return firstBrace >= 0
      ? 'placeholders may appear only after the host, and the template must begin with a scheme and a host'
      : 'the template must begin with a scheme and a host, for example https://tracker.example/';
  }
  if (firstBrace >= 0 && firstBrace < base.length) {
    return 'placeholders may appear only after the host, not before it or in it';
  }
  for (const [text, name] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (!isPlaceholder(name ?? '')) {
      return `${text} is not a placeholder; known are ${POSTBACK_PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ')}`;
    }
  }
  if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) {
    return 'the template has a brace without its partner; write %7B or %7D for the character itself';
  }
  return null;
}

/** The template with every placeholder emptied: a URL for the delivery rules. */
export function plainPostbackUrl(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '');
}

/** The URL to call: every value URL-encoded, null as empty. */
export function fillPostback(template: string, values: PostbackValues): string {
  return template.replaceAll(/\{([a-z_]+)\}/g, (text, name: string) => {
    if (!isPlaceholder(name)) return text;
    const value = values[name];
    return value === null ? '' : encodeURIComponent(String(value));
  });
}

function isPlaceholder(name: string): name is PostbackPlaceholder {
  return (POSTBACK_PLACEHOLDERS as readonly string[]).includes(name);
}

/** The value of `{status}` for a state of an earning; null: no postback (decisions: `ready` sends none). */
export function postbackStatus(status: EarningStatus): Exclude<EarningStatus, 'ready'> | null {
  return status === 'ready' ? null : status;
}
