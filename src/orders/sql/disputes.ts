import type { Id } from '../../core/ids.js';
import type { Dispute } from '../../payments/port.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstNumber } from '../../platform/database/rows.js';

export interface DisputeRow {
  id: string;
  orderId: Id<'order'>;
  state: Dispute['state'];
  amountMinor: number;
  currency: string;
  reason: string;
  /** The part of the partner's earning that was reversed, in its currency. */
  reversedMinor: number;
  restored: boolean;
  openedAt: Date;
}

const STATES = ['inquiry', 'open', 'inquiry_closed', 'lost', 'won'];
/** In these the money has left the account, at least for a time. */
const TOOK_MONEY: readonly Dispute['state'][] = ['open', 'lost', 'won'];

/** Stores a report of a locked order's dispute: a later state replaces an earlier one, in any order of arrival. */
export async function keepDispute(
  tx: Transaction,
  orderId: Id<'order'>,
  dispute: Dispute,
  now: Date,
): Promise<DisputeRow> {
  const { takenAt, returnedAt } = dispute;
  const [row] = await tx<DisputeRow[]>`
    INSERT INTO disputes AS d (id, order_id, payment_reference, state, amount_minor, currency, reason, taken_at, returned_at,
      opened_at, changed_at)
    VALUES (${dispute.reference}, ${orderId}, ${dispute.paymentReference}, ${dispute.state}, ${dispute.amount.minor}, ${dispute.amount.currency},
      ${dispute.reason}, ${takenAt ?? (TOOK_MONEY.includes(dispute.state) ? now : null)},
      ${returnedAt ?? (dispute.state === 'won' ? now : null)}, ${now}, ${now})
    ON CONFLICT (id) DO UPDATE SET
      state = CASE WHEN array_position(${STATES}::text[], excluded.state) > array_position(${STATES}::text[], d.state)
        THEN excluded.state ELSE d.state END,
      -- What the processor says of it before what we have noticed.
      taken_at = coalesce(${takenAt}::timestamptz, d.taken_at, excluded.taken_at),
      returned_at = coalesce(${returnedAt}::timestamptz, d.returned_at, excluded.returned_at),
      changed_at = excluded.changed_at
    RETURNING id, order_id, state, amount_minor, currency, reason, reversed_minor, restored, opened_at`;
  if (!row) throw new Error(`dispute ${dispute.reference} was not written`);
  return row;
}

export async function markReversed(tx: Queryable, id: string, reversedMinor: number): Promise<void> {
  await tx`UPDATE disputes SET reversed_minor = ${reversedMinor} WHERE id = ${id}`;
}

export async function markRestored(tx: Queryable, id: string): Promise<void> {
  await tx`UPDATE disputes SET restored = true WHERE id = ${id}`;
}

/** What disputes of an order's payment have taken, in the order's currency. */
export function sumTaken(tx: Transaction, order: { id: string; paymentReference: string | null }): Promise<number> {
  return firstNumber(tx<{ minor: number }[]>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS minor FROM disputes
    WHERE order_id = ${order.id} AND payment_reference = ${order.paymentReference} AND state IN ('open', 'lost')`);
}

/** Oldest first. */
export async function listDisputesOfOrder(db: Queryable, orderId: Id<'order'>): Promise<DisputeRow[]> {
  return db<DisputeRow[]>`
    SELECT id, order_id, state, amount_minor, currency, reason, reversed_minor, restored, opened_at
    FROM disputes WHERE order_id = ${orderId} ORDER BY opened_at, id`;
}
