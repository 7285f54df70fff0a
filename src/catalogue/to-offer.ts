import { APPROVAL_HOURS, READY_DAYS } from '../core/earning-status.js';
import { ID_PREFIXES, type Id } from '../core/ids.js';
import { localDay } from '../core/local-time.js';
import { currencyExponent, toDecimal, toMinor } from '../core/money.js';
import type { Event } from '../core/wire/event.js';
import { timesOf } from '../listings/rules/event-time.js';
import type { Offer } from './offer-wire.js';
import type { OfferFacts } from './sql/events.js';

/** `evt_…` → `ofr_…`: an event has one offer, always under the same id. */
function offerId(eventId: Id<'event'>): string {
  return ID_PREFIXES.offer + eventId.slice(ID_PREFIXES.event.length);
}

/** An event that pays a reward, as an offer (contract: Offer). */
export function toOffer(event: Event, facts: OfferFacts): Offer {
  const { earn, tickets, organizer } = event;
  const currency = earn.currency ?? tickets.currency ?? undefined;
  const reward = toReward(event, currency);
  const limits = toLimits(reward, facts);
  return {
    object: 'offer',
    id: offerId(event.id),
    event_id: event.id,
    title: event.name,
    merchant: {
      name: organizer.name,
      merchant_of_record: 'organizer',
      statement_descriptor: null,
      verified: organizer.verified,
    },
    destination: { ...event.location },
    eligible: { ...salesDays(event, facts), event_date: event.date, starts_at: event.starts_at },
    price: { from: tickets.from, to: tickets.to, currency: tickets.currency },
    reward,
    limits,
    rules: toRules(event, reward, facts),
    activation: { method: 'link', url: tickets.buy_url },
    matching: {
      link_attribution: true,
      card_transactions: false,
      note: 'A sale is matched by the link that led to it; card transactions are not matched.',
    },
    settlement: {
      report: '/v1/earnings',
      webhook: 'earnings.changed',
      available: `Approved ${APPROVAL_HOURS} hours after the event has ended, ready ${READY_DAYS} days later.`,
    },
    commercial_model: 'CARD_LINKED',
    event_url: event.url,
    test: event.test,
    updated_at: event.updated_at,
  };
}

function toReward({ earn }: Event, currency: string | undefined): Offer['reward'] {
  const paid = { funded_by: 'organizer', paid_to: 'partner' } as const;
  if (earn.amount !== undefined) {
    const description = earn.description ?? `${money(earn.amount, currency)} for each eligible ticket`;
    return { kind: 'flat', amount: earn.amount, currency, description, ...paid };
  }
  const percent = earn.percent ?? 0;
  const description = earn.description ?? `${percent} % of each eligible ticket`;
  return { kind: 'percent', percent, currency, description, ...paid };
}

function toLimits({ amount, currency }: Offer['reward'], { budgetMinor, spentMinor }: OfferFacts): Offer['limits'] {
  if (budgetMinor === null) return { budget_remaining: null, orders_remaining: null };
  const left = Math.max(0, budgetMinor - spentMinor);
  return {
    budget_remaining: toDecimal(left, currency ?? ''),
    orders_remaining: amount === undefined ? null : Math.floor(left / toMinor(amount, currency ?? '')),
  };
}

/** First and last day on which eligible tickets are sold, both included, as the venue counts days. */
function salesDays(event: Event, facts: OfferFacts): { purchase_from: string; purchase_until: string } {
  const { end } = timesOf({ ...facts, date: event.date, timezone: event.timezone });
  const until = facts.salesUntil && facts.salesUntil < end ? facts.salesUntil : end;
  // Sales end just before this instant: at midnight, with the day before.
  const last = until.getTime() - 1;
  const first = Math.min((facts.salesFrom ?? facts.createdAt).getTime(), last);
  return { purchase_from: localDay(first, event.timezone), purchase_until: localDay(last, event.timezone) };
}

function toRules(event: Event, reward: Offer['reward'], facts: OfferFacts): string[] {
  const share =
    reward.kind === 'flat'
      ? `Each ticket that costs something earns ${money(reward.amount ?? 0, reward.currency)}.`
      : `Each ticket earns ${reward.percent} % of its own price, without fees and tax.`;
  const rules = [
    share,
    'Free tickets earn nothing.',
    'Only sales that come through your link, or orders placed with your key, are credited.',
    'A refunded ticket earns nothing: its reward is reversed.',
  ];
  if (facts.budgetMinor !== null) {
    rules.push("The organizer's budget is limited: tickets sold after it is spent earn nothing.");
  }
  if (event.status === 'postponed') rules.push('The event is postponed: no tickets are sold until it has a new date.');
  if (event.status === 'sold_out') rules.push('The event is sold out: no tickets are sold unless some come back.');
  if (event.status === 'cancelled') rules.push('The event is cancelled: no tickets are sold.');
  if (event.status === 'completed') rules.push('The event is over: no tickets are sold.');
  if (event.test) rules.push('This is a sample: no real money moves.');
  return rules;
}

function money(amount: number, currency: string | undefined): string {
  return currency === undefined ? String(amount) : `${amount.toFixed(currencyExponent(currency))} ${currency}`;
}
