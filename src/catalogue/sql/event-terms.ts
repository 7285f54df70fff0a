import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { EventTime } from '../../listings/rules/event-time.js';
import type { RewardBudget, RewardTerms } from '../../listings/rules/reward.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';
import { columnValues, firstRow, isOneRow } from '../../platform/database/rows.js';

export interface EventTerms extends EventTime, RewardTerms, RewardBudget {
  status: EventStatus;
}

const TERMS = fragment`status, starts_at, ends_at, date, timezone, currency, reward_kind, reward_amount_minor,
  reward_percent::float8 AS reward_percent, reward_currency, reward_budget_minor AS budget_minor, reward_spent_minor AS spent_minor`;

/** Locks the event: one sale at a time draws the budget, and a cancellation is wholly before or after a sale. */
export function lockEventTerms(tx: Queryable, eventId: Id<'event'>): Promise<EventTerms | null> {
  return firstRow(tx<EventTerms[]>`SELECT ${TERMS} FROM events WHERE id = ${eventId} FOR NO KEY UPDATE`);
}

/** The same for the sale of an event that `event` selects as `id`. Sales share an event, unless they draw a reward budget. */
export async function lockTermsForSale(tx: Queryable, event: Fragment): Promise<EventTerms | undefined> {
  // Nothing is found when the event got a budget, or lost it, while the lock was waited for.
  return (await tryLockTerms(tx, event)) ?? (await tryLockTerms(tx, event)) ?? undefined;
}

function tryLockTerms(tx: Queryable, event: Fragment): Promise<EventTerms | null> {
  return firstRow(tx<EventTerms[]>`
    WITH event AS (${event}),
      shared AS MATERIALIZED (
        SELECT * FROM events WHERE id = (SELECT id FROM event) AND reward_budget_minor IS NULL FOR SHARE),
      own AS MATERIALIZED (
        SELECT * FROM events WHERE id = (SELECT id FROM event) AND reward_budget_minor IS NOT NULL FOR NO KEY UPDATE)
    SELECT ${TERMS} FROM shared UNION ALL SELECT ${TERMS} FROM own`);
}

/** Reads the same without keeping anybody from changing it. */
export function findEventTerms(db: Queryable, eventId: Id<'event'>): Promise<EventTerms | null> {
  return firstRow(db<EventTerms[]>`SELECT ${TERMS} FROM events WHERE id = ${eventId}`);
}

/** Draws from (or, negative, gives back to) the reward budget; returns false when it does not hold that much. */
export function spendReward(tx: Queryable, eventId: Id<'event'>, minor: number): Promise<boolean> {
  return isOneRow(tx`
    UPDATE events SET reward_spent_minor = greatest(0, reward_spent_minor + ${minor})
    WHERE id = ${eventId} AND (${minor} <= 0 OR reward_budget_minor IS NULL OR reward_spent_minor + ${minor} <= reward_budget_minor)`);
}

/** Fills the reward budgets of samples again. @returns samples that had spent some. */
export function refillSampleBudgets(tx: Queryable): Promise<string[]> {
  return columnValues(tx<{ id: string }[]>`
    UPDATE events SET reward_spent_minor = 0 WHERE test AND reward_spent_minor > 0 RETURNING id`);
}

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
