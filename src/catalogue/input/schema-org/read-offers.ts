import type { MemberNotes } from '../normalise/notes.js';
import { currenciesOf, readAmount } from '../normalise/read-amount.js';
import { many, type Node, nodesOf, term, textOf } from './members.js';

interface WrittenPrice {
  value: string | number;
  /** As written; undefined: the offer names none. */
  currency: string | undefined;
}

interface ReadOffers {
  /** In our own format; undefined: no price is known. */
  price: { from: number; to: number; currency: string | undefined } | undefined;
  /** Terms of schema.org such as `InStock`. */
  availability: string[];
}

/** The price range of an event's offers, in one currency, and their availability. */
export function readOffers(event: Node, notes: MemberNotes): ReadOffers {
  const offers = nodesOf(event.offers);
  const all = [...offers, ...offers.flatMap((offer) => nodesOf(offer.offers))];
  const availability = all.flatMap((offer) => many(offer.availability).map((word) => term(String(word))));
  return { price: priceOf(offers.flatMap(pricesOf), notes) ?? freeOf(event), availability };
}

/** Prices of the offer, else of its price specifications, else of the offers within an aggregate. */
function pricesOf(offer: Node): WrittenPrice[] {
  const currency = textOf(offer.priceCurrency);
  const specifications = nodesOf(offer.priceSpecification).filter((node) => !/Charge/.test(String(node['@type'])));
  const own = amountsOf(offer, currency ?? specifications.map((node) => textOf(node.priceCurrency)).find(Boolean));
  if (own.length > 0) return own;
  const specified = specifications.flatMap((node) => amountsOf(node, textOf(node.priceCurrency) ?? currency));
  return specified.length > 0
    ? specified
    : nodesOf(offer.offers).flatMap((inner) => pricesOf({ priceCurrency: currency, ...inner }));
}

function amountsOf(node: Node, currency: string | undefined): WrittenPrice[] {
  return [node.price, node.lowPrice, node.highPrice, node.minPrice, node.maxPrice].flatMap((price) =>
    many(price)
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map((value) => ({ value, currency })),
  );
}

/** From the lowest to the highest in the first currency; undefined when any price is unreadable. */
function priceOf(prices: WrittenPrice[], notes: MemberNotes): ReadOffers['price'] {
  const codes = [...new Set(prices.flatMap(({ currency }) => (currency === undefined ? [] : [codeOf(currency)])))];
  const amounts: { amount: number; currency: string | undefined }[] = [];
  for (const { value, currency } of prices) {
    const code = currency === undefined ? (codes.length === 1 ? codes[0] : undefined) : codeOf(currency);
    const read = readAmount(value, code ?? null);
    if ('fault' in read) {
      notes.add('offers.price', value, read.fault);
      return undefined;
    }
    amounts.push(...read.amounts.map((amount) => ({ amount, currency: read.currency ?? code })));
  }
  if (amounts.length === 0) return undefined;
  const currencies = [...new Set(amounts.flatMap(({ currency }) => currency ?? []))];
  const [currency] = currencies;
  if (currencies.length > 1) {
    notes.warn(
      'offers.priceCurrency',
      currencies.join(', '),
      `are several currencies: the prices in ${currency} count`,
    );
  }
  const counted = amounts.filter(
    (amount) => amount.currency === currency || (currencies.length === 1 && amount.currency === undefined),
  );
  const values = counted.map(({ amount }) => amount);
  return { from: Math.min(...values), to: Math.max(...values), currency };
}

/** `€` and `eur` as EUR; a sign of several currencies stays as written, and is refused later. */
function codeOf(written: string): string {
  const meant = currenciesOf(written.trim());
  return meant.length === 1 && meant[0] !== undefined ? meant[0] : written.trim().toUpperCase();
}

function freeOf(event: Node): ReadOffers['price'] {
  const free = event.isAccessibleForFree;
  const isFree = free === true || (typeof free === 'string' && /^(?:true|https?:\/\/schema\.org\/True)$/i.test(free));
  return isFree && event.offers === undefined ? { from: 0, to: 0, currency: undefined } : undefined;
}
