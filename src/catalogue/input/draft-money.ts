import { refuse } from '../../core/input-refusal.js';
import { currencyExponent, toDecimal, toMinor } from '../../core/money.js';
import type { EventDraft, TicketTypeDraft } from '../rules/event-draft.js';
import type { CatalogueInput, TicketTypeInput } from './catalogue-input.js';
import { iso, readInstant } from './draft-time.js';

type PriceDraft = Pick<EventDraft, 'price_from_minor' | 'price_to_minor' | 'currency'>;
type RewardDraft = Pick<
  EventDraft,
  | 'reward_kind'
  | 'reward_amount_minor'
  | 'reward_percent'
  | 'reward_currency'
  | 'reward_description'
  | 'reward_budget_minor'
>;

/** The price range of tickets that are sold elsewhere. @throws {InputRefusal} */
export function draftPrice({ price }: Pick<CatalogueInput, 'price'>, currency: string | null): PriceDraft {
  if (!price) return { price_from_minor: null, price_to_minor: null, currency };
  const to = price.to ?? price.from;
  if (to < price.from) throw refuse('price.to', 'is less than price.from');
  const code = price.currency ?? currency;
  if (!code && to > 0) throw refuse('price.currency', 'is required');
  return {
    price_from_minor: code ? exact('price.from', price.from, code) : 0,
    price_to_minor: code ? exact('price.to', to, code) : 0,
    currency: code,
  };
}

/** The event's reward for partners. @throws {InputRefusal} */
export function draftReward({ reward }: Pick<CatalogueInput, 'reward'>, currency: string | null): RewardDraft {
  const amount = reward?.amount ?? null;
  const percent = reward?.percent ?? null;
  if (reward && (amount === null) === (percent === null)) throw refuse('reward', 'needs either amount or percent');
  if (amount === 0) throw refuse('reward.amount', 'must be more than 0');
  const budget = reward?.budget ?? null;
  const code = reward?.currency ?? currency;
  const inMoney = amount !== null || budget !== null;
  if (inMoney && !code) throw refuse('reward.currency', 'is required');
  if (reward?.currency && currency && reward.currency !== currency) {
    throw refuse('reward.currency', `must be ${currency}, the currency of the tickets`);
  }
  return {
    reward_kind: amount !== null ? 'flat' : percent !== null ? 'percent' : null,
    reward_amount_minor: amount !== null && code ? exact('reward.amount', amount, code) : null,
    reward_percent: percent === null ? null : Math.round(percent * 1e4) / 1e4,
    reward_currency: inMoney ? code : null,
    reward_description: reward?.description ?? null,
    reward_budget_minor: budget !== null && code ? exact('reward.budget', budget, code) : null,
  };
}

/** @throws {InputRefusal} */
export function draftTicketTypes(
  input: Pick<CatalogueInput, 'ticket_types'>,
  currency: string | null,
  timezone: string | null,
): TicketTypeDraft[] | null {
  if (!input.ticket_types) return null;
  const ids = new Set<string>();
  const drafts = input.ticket_types.map((type, index) => {
    const field = `ticket_types.${index}`;
    if (ids.has(type.id)) throw refuse(`${field}.id`, 'is used twice');
    ids.add(type.id);
    return draftTicketType(field, type, currency, timezone);
  });
  const first = drafts[0]?.currency;
  const other = drafts.findIndex((draft) => draft.currency !== first);
  if (other > 0) throw refuse(`ticket_types.${other}.currency`, `must be ${first}, as of the others of this event`);
  return drafts;
}

function draftTicketType(
  field: string,
  type: TicketTypeInput,
  eventCurrency: string | null,
  timezone: string | null,
): TicketTypeDraft {
  const currency = type.currency ?? eventCurrency;
  if (!currency) throw refuse(`${field}.currency`, 'is required');
  const fees = type.fees ?? null;
  const total = type.total ?? null;
  if (fees !== null && total !== null) throw refuse(`${field}.fees`, 'give fees or total, not both');
  const price = exact(`${field}.price`, type.price, currency);
  const all =
    total === null ? price + exact(`${field}.fees`, fees ?? 0, currency) : exact(`${field}.total`, total, currency);
  if (all < price) throw refuse(`${field}.total`, 'is less than the price');
  const from = type.sales_from ? readInstant(`${field}.sales_from`, type.sales_from, timezone) : null;
  const until = type.sales_until ? readInstant(`${field}.sales_until`, type.sales_until, timezone) : null;
  if (from && until && until < from) throw refuse(`${field}.sales_until`, 'is before sales_from');
  return {
    external_id: type.id,
    name: type.name,
    price_minor: price,
    total_minor: all,
    currency,
    capacity: type.capacity,
    max_per_order: type.max_per_order ?? 20,
    sales_from: iso(from),
    sales_until: iso(until),
  };
}

/** Converts to minor units and refuses fractions of them. */
function exact(field: string, amount: number, currency: string): number {
  const minor = toMinor(amount, currency);
  if (Math.abs(toDecimal(minor, currency) - amount) > 1e-9) {
    throw refuse(field, `${amount} has more than the ${currencyExponent(currency)} decimals of ${currency}`);
  }
  return minor;
}
