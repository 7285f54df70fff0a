import { toDecimal } from '../../../../../src/core/money.ts';
import { money } from '../../parts/money.ts';

/** Facts with a text of their own; null: the fact is left out. */
const TEXTS: Record<string, (value: unknown) => string | null> = {
  payingOnly: (value) => (value ? 'only events that pay a reward' : 'all events'),
  new_browser: (value) => (value ? 'in a new browser' : null),
  again: (value) => (value ? 'our team looks at it' : null),
  netDays: (value) => `paid after ${value} days`,
};

/**
 * The facts of an action in words: `Minimum 50.00 EUR`, `all events`.
 *
 * @param currency of amounts where the facts name none.
 */
export function detailTexts(details: Record<string, unknown>, currency: string): string[] {
  const of = typeof details.currency === 'string' ? details.currency : currency;
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null || String(value) === '') return [];
    const own = TEXTS[name];
    if (own) return own(value) ?? [];
    if (name.endsWith('Minor') && typeof value === 'number')
      return `${plainName(name.slice(0, -5))} ${money(toDecimal(value, of), of)}`;
    if (typeof value === 'boolean') return value ? plainName(name) : [];
    return `${plainName(name)}: ${Array.isArray(value) ? value.join(', ') : String(value)}`;
  });
}

/** `keyId` and `key_id` are `Key id`. */
function plainName(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
