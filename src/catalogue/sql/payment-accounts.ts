import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Account } from '../../payments/port.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';

/** The account of an organizer; null: it has none. */
export function findPaymentAccount(
  db: Queryable,
  organizerId: Id<'organizer'>,
): Promise<{ account: string; mode: Mode } | null> {
  return firstRow(db<{ account: string; mode: Mode }[]>`
    SELECT account, mode FROM payment_accounts WHERE organizer_id = ${organizerId}`);
}

/**
 * Keeps which account an organizer has, and how it stood; an account belongs to one organizer. An earlier state of the same account
 * does not replace a later one.
 *
 * @param from.mode of the processor.
 * @param from.askedAt when the request went to the processor; the same below.
 */
export async function keepPaymentAccount(
  db: Queryable,
  organizerId: Id<'organizer'>,
  account: Account,
  { mode, askedAt }: { mode: Mode; askedAt: Date },
): Promise<void> {
  await db`
    INSERT INTO payment_accounts AS a (organizer_id, account, mode, charges_enabled, currency, country, requirements, disabled_reason,
      connected_at, refreshed_at)
    VALUES (${organizerId}, ${account.id}, ${mode}, ${account.chargesEnabled}, ${account.currency}, ${account.country}, ${account.requirements},
      ${account.disabledReason}, ${askedAt}, ${askedAt})
    ON CONFLICT (organizer_id) DO UPDATE SET
      account = excluded.account, mode = excluded.mode, charges_enabled = excluded.charges_enabled, currency = excluded.currency, country = excluded.country,
      requirements = excluded.requirements, disabled_reason = excluded.disabled_reason, refreshed_at = excluded.refreshed_at
    WHERE a.account <> excluded.account OR a.mode <> excluded.mode OR a.refreshed_at <= excluded.refreshed_at`;
}

/** Stores the state of an account, unless a later one is stored. */
export async function refreshPaymentAccount(db: Queryable, account: Account, askedAt: Date): Promise<void> {
  await db`
    UPDATE payment_accounts SET charges_enabled = ${account.chargesEnabled}, currency = ${account.currency}, country = ${account.country},
      requirements = ${account.requirements}, disabled_reason = ${account.disabledReason}, refreshed_at = ${askedAt}
    WHERE account = ${account.id} AND refreshed_at <= ${askedAt}`;
}

/** An account that we may not use any more charges nothing. */
export async function disablePaymentAccount(
  db: Queryable,
  account: string,
  reason: string,
  askedAt: Date,
): Promise<void> {
  await db`
    UPDATE payment_accounts SET charges_enabled = false, disabled_reason = ${reason}, refreshed_at = ${askedAt}
    WHERE account = ${account} AND refreshed_at <= ${askedAt}`;
}

/** The mode of an organizer's account; null: no organizer has it. */
export function findAccountMode(db: Queryable, account: string): Promise<Mode | null> {
  return firstValue(db<{ mode: Mode }[]>`SELECT mode FROM payment_accounts WHERE account = ${account}`);
}

/** Whether an organizer has sample events alone, which test orders are made for; null: it has no events. */
export function hasOnlySamples(db: Queryable, organizerId: Id<'organizer'>): Promise<boolean | null> {
  return firstValue(db<{ only: boolean | null }[]>`
    SELECT bool_and(test) AS only FROM events WHERE organizer_id = ${organizerId}`);
}

/** The first account with real money after another one, in the order of bytes. */
export function nextPaymentAccount(db: Queryable, after: string): Promise<string | null> {
  return firstValue(db<{ account: string | null }[]>`
    SELECT min(account COLLATE "C") AS account FROM payment_accounts WHERE mode = 'live' AND account COLLATE "C" > ${after}`);
}

/** Where the organizer of an event charges cards, in the event's mode; null: nowhere. */
export function findChargingAccount(db: Queryable, eventId: Id<'event'>): Promise<string | null> {
  return firstValue(db<{ account: string }[]>`
    SELECT a.account FROM events e JOIN payment_accounts a ON a.organizer_id = e.organizer_id
    WHERE e.id = ${eventId} AND a.charges_enabled AND (a.mode = 'test') = e.test`);
}
