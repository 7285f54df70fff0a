import type { PromotableEvent } from '../api/types.ts';
import { money } from './money.ts';

/** `5.00 EUR a ticket`, `10% of the price`, `No reward` */
export function rewardText(reward: PromotableEvent['reward']): string {
  if (reward === null) return 'No reward';
  const { amount, percent, currency } = reward;
  if (amount !== null && currency !== null) return `${money(amount, currency)} a ticket`;
  return `${percent}% of the price`;
}
