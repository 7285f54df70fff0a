import type { PromotableEvent } from '../api/types.ts';
import { digits, money } from './money.ts';

/** `5.00 EUR a ticket`, `10% of the price`, `No reward` */
export function rewardText(reward: PromotableEvent['reward']): string {
  if (reward === null) return 'No reward';
  const { amount, percent, currency } = reward;
  if (amount !== null && currency !== null) return `${money(amount, currency)} a ticket`;
  return `${percent}% of the price`;
}

/** `25.00 EUR`, `25.00 – 80.00 EUR`, `Free`, `Free – 34.00 EUR`; a dash: unknown. */
export function priceText(price: PromotableEvent['price']): string {
  if (price === null) return '–';
  const { from, to, currency } = price;
  if (to === 0) return 'Free';
  return from === to
    ? money(from, currency)
    : `${from === 0 ? 'Free' : digits(from, currency)} – ${money(to, currency)}`;
}
