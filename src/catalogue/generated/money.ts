import type { Id } from '../../core/ids.js';
import { currencyExponent, percentOf, toMinor } from '../../core/money.js';
import type { TicketTypeDraft } from '../rules/event-draft.js';
import type { Random } from './random.js';

/** Currency of a country and roughly what one euro is worth in it. Elsewhere prices are in US dollars. */
const CURRENCIES: Record<string, readonly [currency: string, perEuro: number]> = {
  AE: ['AED', 4],
  AR: ['ARS', 1200],
  AU: ['AUD', 1.7],
  BR: ['BRL', 6],
  CA: ['CAD', 1.6],
  CH: ['CHF', 1],
  CL: ['CLP', 1000],
  CN: ['CNY', 8],
  CO: ['COP', 4500],
  CZ: ['CZK', 25],
  DK: ['DKK', 7.5],
  EG: ['EGP', 50],
  GB: ['GBP', 0.9],
  HK: ['HKD', 8.5],
  HU: ['HUF', 400],
  ID: ['IDR', 17000],
  IL: ['ILS', 4],
  IN: ['INR', 90],
  JP: ['JPY', 160],
  KE: ['KES', 140],
  KR: ['KRW', 1500],
  KW: ['KWD', 0.33],
  MA: ['MAD', 11],
  MX: ['MXN', 20],
  MY: ['MYR', 5],
  NG: ['NGN', 1600],
  NO: ['NOK', 11.5],
  NZ: ['NZD', 1.8],
  PE: ['PEN', 4],
  PH: ['PHP', 62],
  PK: ['PKR', 300],
  PL: ['PLN', 4.3],
  RO: ['RON', 5],
  SA: ['SAR', 4],
  SE: ['SEK', 11.5],
  SG: ['SGD', 1.5],
  TH: ['THB', 38],
  TR: ['TRY', 40],
  TW: ['TWD', 35],
  UA: ['UAH', 45],
  US: ['USD', 1.1],
  VN: ['VND', 27000],
  ZA: ['ZAR', 20],
};
const EURO = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

export interface Tariff {
  currency: string;
  /** The cheapest ticket. */
  fromMinor: number;
  toMinor: number;
}

/** Whether events of the country are priced in its own currency. */
export function hasOwnTariff(country: string): boolean {
  return EURO.has(country) || country in CURRENCIES;
}

/** Prices as on posters: whole units, rounded to steps in currencies with small units. */
export function tariff(random: Random, country: string, [low, high]: readonly [number, number]): Tariff {
  const [currency, perEuro] = EURO.has(country)
    ? (['EUR', 1] as const)
    : (CURRENCIES[country] ?? (['USD', 1.1] as const));
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

/** One to four ticket types; sometimes one that is almost or completely sold out. */
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
