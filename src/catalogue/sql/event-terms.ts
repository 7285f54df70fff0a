import type { Id } from '../../core/ids.js';
import type { EventStatus } from '../../core/wire/event.js';
import type { EventTime } from '../../listings/rules/event-time.js';
import type { RewardBudget, RewardTerms } from '../../listings/rules/reward.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
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
