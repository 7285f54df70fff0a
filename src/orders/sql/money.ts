import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';

/** A movement of a buyer's money on an organizer's account, as our live orders have it. */
export interface MoneyRow {
  /** For paging: of the page, refund or dispute. */
  id: string;
  account: string;
  /** `dispute_return`: the bank gave the money back. */
  kind: 'payment' | 'refund' | 'dispute' | 'dispute_return';
  /** The processor's id of the payment. */
  payment: string;
  /** The processor's id of the payment, refund or dispute. */
  object: string;
  orderId: Id<'order'>;
  /** Negative for money that the organizer returned. */
  amountMinor: number;
  currency: string;
  /** When the page was opened, the processor had taken the refund, or the dispute had moved the money. */
  at: Date;
  /** What of it came to us, negative for what we gave back. */
  feeMinor: number;
  /** Whether it is for others to say if the fee was given back: the refund was made on the processor's pages. */
  isFeeOptional: boolean;
}

type MoneySource = (db: Queryable, which: Fragment) => Fragment;

const payments: MoneySource = (db, which) => db`
  SELECT * FROM (
    SELECT c.id, c.account, 'payment' AS kind, c.payment_reference AS payment, c.payment_reference AS object, c.order_id,
      o.total_minor AS amount_minor, o.currency, c.created_at AS at, c.fee_minor, false AS is_fee_optional
    FROM checkouts c JOIN orders o ON o.id = c.order_id AND o.mode = 'live' WHERE c.payment_reference IS NOT NULL
  ) AS money WHERE ${which}`;

const refunds: MoneySource = (db, which) => db`
  SELECT * FROM (
    SELECT r.id, c.account, 'refund' AS kind, r.payment_reference AS payment, r.processor_reference AS object, r.order_id,
      -r.amount_minor AS amount_minor, r.currency, r.sent_at AS at,
      CASE WHEN r.fee_reference IS NULL THEN ${feeOfRefund(db)} ELSE 0 END AS fee_minor, r.reason = 'processor' AS is_fee_optional
    FROM refunds r JOIN checkouts c ON c.payment_reference = r.payment_reference JOIN orders o ON o.id = r.order_id AND o.mode = 'live'
    WHERE r.processor_reference IS NOT NULL AND r.state IN ('pending', 'succeeded')
  ) AS money WHERE ${which}`;

/** The share of our fee that goes back with a refund `r`. */
const feeOfRefund = (db: Queryable): Fragment =>
  db`-round(c.fee_minor::numeric * r.amount_minor / o.total_minor)::bigint`;

const disputes: MoneySource = (db, which) => db`
  SELECT * FROM (
    SELECT d.id || ' ' || k.kind AS id, c.account, k.kind, d.payment_reference AS payment, d.id AS object, d.order_id,
      k.sign * d.amount_minor AS amount_minor, d.currency, k.at, 0 AS fee_minor, false AS is_fee_optional
    FROM disputes d JOIN checkouts c ON c.payment_reference = d.payment_reference
      JOIN orders o ON o.id = d.order_id AND o.mode = 'live', LATERAL (VALUES
      ('dispute', -1, d.taken_at), ('dispute_return', 1, d.returned_at)) AS k (kind, sign, at)
    WHERE k.at IS NOT NULL
  ) AS money WHERE ${which}`;

const MONEY_SOURCES: readonly MoneySource[] = [payments, refunds, disputes];

/** How many rows of one source are read at once. */
const PAGE = 1_000;

/** Payments on the processor's pages, their refunds and disputes between two instants, a page at a time. */
export async function* readMoney(db: Queryable, { from, to }: { from: Date; to: Date }): AsyncGenerator<MoneyRow[]> {
  for (const source of MONEY_SOURCES) {
    for (let last: MoneyRow | undefined; ; ) {
      const which = last ? db`(at, id) > (${last.at}, ${last.id}) AND at < ${to}` : db`at >= ${from} AND at < ${to}`;
      const rows = await db<MoneyRow[]>`${source(db, which)} ORDER BY at, id LIMIT ${PAGE}`;
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) break;
      last = rows.at(-1);
    }
  }
}

/** Everything about these payments, whenever it was. */
export async function moneyOfPayments(db: Queryable, references: readonly string[]): Promise<MoneyRow[]> {
  const which = db`payment = ANY (${references as string[]}::text[])`;
  const found = await Promise.all(MONEY_SOURCES.map((source) => db<MoneyRow[]>`${source(db, which)}`));
  return found.flat();
}

/** An attempt that the processor took and that failed, and the share of our fee that it gave back or may have given back. */
export type FailedAttempt = Pick<MoneyRow, 'object' | 'orderId' | 'currency' | 'feeMinor' | 'isFeeOptional'>;

/** The failed attempts of these payments' refunds whose fee counts, whether they were sent again or not. */
export async function failedAttempts(db: Queryable, payments: readonly string[]): Promise<FailedAttempt[]> {
  return db<FailedAttempt[]>`
    SELECT coalesce(r.fee_reference, r.processor_reference) AS object, r.order_id, r.currency, ${feeOfRefund(db)} AS fee_minor,
      r.reason = 'processor' OR r.sent_at IS NULL OR r.fee_reference IS NULL AS is_fee_optional
    FROM refunds r JOIN checkouts c ON c.payment_reference = r.payment_reference JOIN orders o ON o.id = r.order_id AND o.mode = 'live'
    WHERE r.payment_reference = ANY (${payments as string[]}::text[])
      AND (r.fee_reference IS NOT NULL OR (r.state = 'failed' AND r.processor_reference IS NOT NULL))`;
}
