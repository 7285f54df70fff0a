import { fragment, type TextFragment } from '../../platform/database/fragment.js';

/**
 * SQL for whether the event behind the alias `e` pays a reward for its next sale: what `isPaying` in `src/listings/rules/reward.ts`
 * returns for its rate, its budget and its ticket types; a test compares the two. The lookup ends in aggregates, so the
 * planner runs it for the one event in question and never over all ticket types.
 */
export function payingEvent(e: string): TextFragment {
  const left = `coalesce((${e}.reward_budget_minor - ${e}.reward_spent_minor)::numeric, 'infinity')`;
  const currency = `coalesce(${e}.reward_currency, ${e}.currency)`;
  const perTicket = `CASE ${e}.reward_kind
        WHEN 'flat' THEN CASE WHEN ${currency} IS NOT NULL THEN ${e}.reward_amount_minor END
        WHEN 'percent' THEN CASE WHEN coalesce(${e}.reward_currency, p.currency) = p.currency
          THEN nullif(round(p.price_minor * round(${e}.reward_percent, 4) / 100), 0) END
      END`;
  const withoutTicketTypes = `CASE ${e}.reward_kind
        WHEN 'flat' THEN ${currency} IS NOT NULL AND ${left} > 0 AND ${left} >= ${e}.reward_amount_minor
        WHEN 'percent' THEN ${e}.reward_percent IS NOT NULL AND ${left} > 0
      END`;
  return fragment`(SELECT coalesce(CASE WHEN count(*) = 0 THEN ${withoutTicketTypes}
      ELSE min(${perTicket}) FILTER (WHERE p.price_minor > 0) <= ${left} END, false)
    FROM ticket_types p WHERE p.event_id = ${e}.id)`;
}

/** SQL for whether the organizer of the event behind `alias` has an account that charges cards, in the event's mode. */
export function chargingEvent(alias: string): TextFragment {
  return fragment`EXISTS (SELECT FROM payment_accounts a WHERE a.organizer_id = ${alias}.organizer_id AND a.charges_enabled AND (a.mode = 'test') = ${alias}.test)`;
}
