import { type Money, percentOf } from '../../core/money.js';
import type { EventRow } from './event-columns.js';

/** An event's reward for a partner for each sold ticket. */
export type RewardRate =
  /** A fixed amount for each ticket that costs something. */
  | { kind: 'flat'; amount: Money }
  /** A share of the ticket's own price, without fees and tax; 10 means 10 %. `currency`, where named, is of the budget. */
  | { kind: 'percent'; percent: number; currency: string | null };

/** The reward as an event's columns store it. Without a currency of its own, a fixed amount is in the event's. */
export type RewardTerms = Pick<
  EventRow,
  'rewardKind' | 'rewardAmountMinor' | 'rewardPercent' | 'rewardCurrency' | 'currency'
>;

/** An organizer's limit on the total reward of an event; `budgetMinor` null: no limit. */
export interface RewardBudget {
  budgetMinor: number | null;
  spentMinor: number;
}

export interface TicketPrice {
  /** The ticket's own price, without fees and tax. */
  priceMinor: number;
  currency: string;
}

export interface Reward {
  /** Tickets that earn: all of them, or as many whole ones as the budget still holds. */
  tickets: number;
  commission: Money;
}

/** The rate an event offers, which its listing shows and a sale pays; null when it offers none. */
export function rateOf(terms: RewardTerms): RewardRate | null {
  const { rewardKind: kind, rewardAmountMinor: minor, rewardPercent: percent, rewardCurrency } = terms;
  if (kind === 'percent' && percent !== null) return { kind, percent, currency: rewardCurrency };
  const currency = rewardCurrency ?? terms.currency;
  return kind === 'flat' && minor !== null && currency !== null ? { kind, amount: { minor, currency } } : null;
}

/** The reward of one ticket; null when it earns nothing (a free ticket, a share that rounds to nothing, another currency). */
export function rewardPerTicket(rate: RewardRate, ticket: TicketPrice): Money | null {
  if (ticket.priceMinor <= 0) return null;
  if (rate.kind === 'flat') return rate.amount;
  if (rate.currency !== null && rate.currency !== ticket.currency) return null;
  const minor = percentOf(ticket.priceMinor, rate.percent);
  return minor > 0 ? { minor, currency: ticket.currency } : null;
}

export interface PricedTickets {
  /** The price of one ticket, without fees and tax. */
  priceMinor: number;
  quantity: number;
}

/**
 * The reward of a sale: the sum over its tickets, in their order. A budget pays only whole tickets: tickets beyond it earn nothing.
 * Null without a reward.
 *
 * @param currency of the prices.
 */
export function rewardForSale(
  rate: RewardRate,
  { budgetMinor, spentMinor }: RewardBudget,
  lines: readonly PricedTickets[],
  currency: string,
): Reward | null {
  let tickets = 0;
  let minor = 0;
  for (const { priceMinor, quantity } of lines) {
    const each = rewardPerTicket(rate, { priceMinor, currency });
    const paid = each ? Math.min(quantity, fitting({ budgetMinor, spentMinor: spentMinor + minor }, each.minor)) : 0;
    tickets += paid;
    minor += paid * (each?.minor ?? 0);
  }
  if (tickets === 0) return null;
  return { tickets, commission: { minor, currency: rate.kind === 'flat' ? rate.amount.currency : currency } };
}

/**
 * Whether the event pays for its next sale: some ticket earns, and the budget still covers the smallest reward.
 * `tickets` are the event's ticket types; an event without any (sold by its organizer) pays nothing here, so its rate
 * counts as long as the budget is not spent. SQL says the same (`src/catalogue/sql/event-terms.ts`).
 */
export function isPaying(rate: RewardRate | null, budget: RewardBudget, tickets: readonly TicketPrice[]): boolean {
  if (!rate) return false;
  const left = budget.budgetMinor === null ? Number.POSITIVE_INFINITY : budget.budgetMinor - budget.spentMinor;
  if (tickets.length === 0) return left > 0 && (rate.kind === 'percent' || left >= rate.amount.minor);
  const rewards = tickets.flatMap((ticket) => rewardPerTicket(rate, ticket)?.minor ?? []);
  return rewards.length > 0 && left >= Math.min(...rewards);
}

function fitting({ budgetMinor, spentMinor }: RewardBudget, eachMinor: number): number {
  if (budgetMinor === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((budgetMinor - spentMinor) / eachMinor));
}
