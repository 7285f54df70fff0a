import { MAX_DELIVERY_URL_LENGTH } from '../../core/delivery-url.js';

/** What a postback address may contain (contract: Conversion postback, rule 3), each as `{name}`. */
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
] as const;

export type PostbackPlaceholder = (typeof POSTBACK_PLACEHOLDERS)[number];
export type PostbackValues = Record<PostbackPlaceholder, string | number | null>;
/** What the body of an `earnings.changed` gives the placeholders. */
export type PostbackEarning = Omit<PostbackValues, 'delivery_id' | 'status'> & { status: string };

/** Scheme and authority: exactly two slashes and a host, or a parser could find the host behind a placeholder. */
const BASE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/\\?#]+/;

/**
 * Why a template cannot be saved, as a sentence for the person who typed it; null when its placeholders are in order.
 * The address itself is checked apart, on {@link plainPostbackUrl}.
 */
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
      return `${text} is not a placeholder; known are ${POSTBACK_PLACEHOLDERS.map((known) => `{${known}}`).join(', ')}`;
    }
  }
  if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) {
    return 'the template has a brace without its partner; write %7B or %7D for the character itself';
  }
  return null;
}

/** The template with every placeholder emptied: an address to apply the rules of delivery to. */
export function plainPostbackUrl(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '');
}

/** The address to call: every value URL-encoded, null empty. */
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

/** What `{status}` says for a state of an earning; null: no postback is called for it (decisions: `ready` sends none). */
export function postbackStatus(status: string): string | null {
  return status === 'ready' ? null : status;
}
