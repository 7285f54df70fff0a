import { dayOf } from '../../core/time.js';
import type { Queryable } from '../../platform/database/database.js';

/** A movement of our own money to or from a partner. */
export interface PaidRow {
  /** Ours: of the attempt; for paging. */
  id: string;
  kind: 'transfer' | 'transfer_reversal';
  /** The processor's id of the transfer. */
  transfer: string;
  /** The processor's id of the transfer or reversal. */
  object: string;
  settlementId: string;
  /** Negative for what left us. */
  amountMinor: number;
  currency: string;
  at: Date;
}

/** Transfers of the processor that ended between two instants, in the order of their ids; what was recorded by hand is not among them. */
export async function pageOfTransfers(
  db: Queryable,
  { after, from, to }: { after: string; from: Date; to: Date },
  limit: number,
): Promise<PaidRow[]> {
  return db<PaidRow[]>`
    SELECT t.id, 'transfer' AS kind, t.reference AS transfer, t.reference AS object, t.settlement_id, -s.amount_minor AS amount_minor,
      s.currency, t.ended_at AS at
    FROM settlement_transfers t JOIN settlements s ON s.id = t.settlement_id
    WHERE t.id > ${after} AND t.state = 'succeeded' AND t.account IS NOT NULL AND t.ended_at >= ${from} AND t.ended_at < ${to}
    ORDER BY t.id LIMIT ${limit}`;
}

/** What was taken back of transfers between two instants. */
export async function pageOfReversals(
  db: Queryable,
  { after, from, to }: { after: string; from: Date; to: Date },
  limit: number,
): Promise<PaidRow[]> {
  return db<PaidRow[]>`
    SELECT r.id, 'transfer_reversal' AS kind, t.reference AS transfer, r.id AS object, t.settlement_id, r.amount_minor, r.currency,
      r.reversed_at AS at
    FROM transfer_reversals r JOIN settlement_transfers t ON t.id = r.transfer_id
    WHERE r.id > ${after} AND r.reversed_at >= ${from} AND r.reversed_at < ${to} AND t.reference IS NOT NULL
    ORDER BY r.id LIMIT ${limit}`;
}

/** Everything about transfers by the processor's ids, whenever it was. */
export async function moneyOfTransfers(db: Queryable, references: readonly string[]): Promise<PaidRow[]> {
  return db<PaidRow[]>`
    SELECT t.id, 'transfer' AS kind, t.reference AS transfer, t.reference AS object, t.settlement_id, -s.amount_minor AS amount_minor,
      s.currency, t.ended_at AS at
    FROM settlement_transfers t JOIN settlements s ON s.id = t.settlement_id
    WHERE t.reference = ANY (${references as string[]}::text[]) AND t.state = 'succeeded'
    UNION ALL
    SELECT r.id, 'transfer_reversal', t.reference, r.id, t.settlement_id, r.amount_minor, r.currency, r.reversed_at
    FROM transfer_reversals r JOIN settlement_transfers t ON t.id = r.transfer_id
    WHERE t.reference = ANY (${references as string[]}::text[])`;
}

/** A payment by a bank file, as it was ordered or as the bank booked it. */
export interface BankMoneyRow {
  /** `ours`: ordered, or owed again because it came back. `theirs`: booked by the bank. */
  side: 'ours' | 'theirs';
  /** Our account. */
  iban: string;
  kind: 'bank_payment' | 'bank_return';
  transferId: string;
  object: string;
  settlementId: string;
  amountMinor: number;
  currency: string;
  at: Date;
  /** False: the payment ended without money, and its row is there for paging alone. */
  counts: boolean;
}

/**
 * Both sides of the payments by bank files that were to be carried out, or were booked, between two instants: everything about the next
 * of them, in the order of their ids.
 */
export async function pageOfBankMoney(
  db: Queryable,
  { after, from, to }: { after: string; from: Date; to: Date },
  limit: number,
): Promise<BankMoneyRow[]> {
  const [first, last] = [dayOf(from), dayOf(new Date(to.getTime() - 1))];
  return db<BankMoneyRow[]>`
    WITH meant AS (
      SELECT t.id, t.settlement_id, t.state, f.debtor_iban AS iban, f.execute_on, f.withdrawn_at, s.amount_minor, s.currency
      FROM settlement_transfers t JOIN bank_files f ON f.id = t.file_id JOIN settlements s ON s.id = t.settlement_id
      WHERE t.id > ${after} AND (
        f.execute_on BETWEEN ${first}::date AND ${last}::date
        OR EXISTS (SELECT FROM bank_entries e WHERE e.transfer_id = t.id
          AND e.booked_on BETWEEN ${first}::date AND ${last}::date))
      ORDER BY t.id LIMIT ${limit}
    )
    SELECT 'ours' AS side, iban, 'bank_payment' AS kind, id AS transfer_id, id AS object, settlement_id, -amount_minor AS amount_minor, currency,
      execute_on::timestamp AT TIME ZONE 'UTC' AS at, state = 'succeeded' OR (state = 'begun' AND withdrawn_at IS NULL) AS counts
    FROM meant
    UNION ALL
    -- A payment that came back after it was booked is owed again; one that came back before it was never booked.
    SELECT side, m.iban, CASE outcome WHEN 'returned' THEN 'bank_return' ELSE 'bank_payment' END, m.id,
      CASE side WHEN 'ours' THEN 'returned ' || e.id ELSE e.id END, m.settlement_id,
      CASE outcome WHEN 'returned' THEN e.amount_minor ELSE -e.amount_minor END, e.currency, e.booked_on::timestamp AT TIME ZONE 'UTC', true
    FROM meant m JOIN bank_entries e ON e.transfer_id = m.id, unnest(ARRAY['ours', 'theirs']) AS side
    WHERE (outcome = 'returned' AND m.state = 'succeeded') OR (side = 'theirs' AND outcome NOT IN ('returned', 'offset'))
    ORDER BY transfer_id`;
}
