import type { Id } from '../../core/ids.js';
import { currencyExponent, percentOf, toMinor } from '../../core/money.js';
import type { TicketTypeDraft } from '../rules/event-draft.js';
import { currencies } from './data.js';
import type { Random } from './random.js';

const EURO = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

export interface Tariff {
  currency: string;
  /** The cheapest ticket. */
  fromMinor: number;
  toMinor: number;
}

/** Whether events of the country are priced in its own currency. */
export function hasOwnTariff(country: string): boolean {
  return EURO.has(country) || country in currencies;
}

/** Prices as on posters: whole units, rounded to steps in currencies with small units. */
export function tariff(random: Random, country: string, [low, high]: readonly [number, number]): Tariff {
  const [currency, perEuro] = EURO.has(country)
    ? (['EUR', 1] as const)
    : (currencies[country] ?? (['USD', 1.1] as const));
  const euros = low + (high - low) * random.next() ** 2;
  const fromMinor = poster(euros * perEuro, currency);
  return { currency, fromMinor, toMinor: random.chance(0.4) ? fromMinor : poster(euros * perEuro * 1.8, currency) };
}

/** Two significant digits. */
function poster(amount: number, currency: string): number {
  const step = Math.max(10 ** -currencyExponent(currency), 10 ** (Math.floor(Math.log10(amount)) - 1) / 2);
  return toMinor(Number((Math.ceil(amount / step) * step).toFixed(currencyExponent(currency))), currency);
}

const TYPES = [
  { id: 'standard', name: 'Standard', factor: 1 },
  { id: 'reduced', name: 'Reduced', factor: 0.7 },
  { id: 'premium', name: 'Premium', factor: 1.8 },
  { id: 'group', name: 'Group of four, each', factor: 0.85 },
] as const;

/** One to four ticket types; sometimes an almost or completely sold out one. */
export function ticketTypes(random: Random, price: Tariff, eventId: Id<'event'>): TicketTypeDraft[] {
  return TYPES.slice(0, random.whole(1, TYPES.length)).map(({ id, name, factor }) => {
    const capacity = random.whole(1, 40) * 50;
    const full = random.chance(0.06);
    const priceMinor = Math.round(price.fromMinor * factor);
    return {
      external_id: id,
      id: `tkt_${eventId.slice(4)}_${id}`,
      name,
      price_minor: priceMinor,
      total_minor: priceMinor + percentOf(priceMinor, 9),
      currency: price.currency,
      capacity,
      sold: full ? capacity - random.pick([0, 0, 3, 8]) : random.whole(0, Math.floor(capacity * 0.7)),
      max_per_order: random.pick([4, 8, 10, 20]),
      sales_from: null,
      sales_until: null,
    };
  });
}
