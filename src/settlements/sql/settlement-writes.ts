import type { Id } from '../../core/ids.js';
import type { EntryKind } from '../../earnings/rules/ledger.js';
import { sumOfLines, takeLines } from '../../earnings/sql/settled-lines.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow } from '../../platform/database/rows.js';
import type { StoredVat } from '../rules/vat.js';
import type { StoredParty } from './settlement-documents.js';
import { heldLines, owedAgainLines } from './settlement-lines.js';
import type { SettlementRow } from './settlements.js';

type Identity = Pick<SettlementRow, 'id' | 'companyId' | 'currency' | 'month' | 'version' | 'runId'>;
type Period = Pick<SettlementRow, 'periodStart' | 'periodEnd' | 'dueOn'>;

export interface NewSettlement extends Identity, Period, Pick<SettlementRow, 'method' | 'reference'> {
  issuer: StoredParty;
  /** The smallest amount that is issued rather than carried. */
  issueFrom: number;
  payFrom: Date;
  /** Lines were ready before it. */
  before: Date;
  now: Date;
}

/**
 * Takes every line that is due and was not yet settled, or was only carried, and writes them and their statement, in
 * one statement of SQL: so its sum and its lines cannot differ. Rows are locked in the order of their ids, as refunds
 * do.
 *
 * @returns null when there are no lines.
 */
export async function writeSettlement(
  tx: Queryable,
  wanted: NewSettlement,
): Promise<{ status: 'carried' | 'issued'; amountMinor: number; lines: number } | null> {
  const { companyId, currency } = wanted;
  const carried = {
    from: tx`settlements s`,
    where: tx`s.company_id = ${companyId} AND s.currency = ${currency} AND s.status = 'carried' AND s.month < ${wanted.month}`,
  };
  const sumOf = (kind: EntryKind) => tx`coalesce(sum(commission_minor) FILTER (WHERE kind = ${kind}), 0)`;
  return firstRow(tx<{ status: 'carried' | 'issued'; amountMinor: number; lines: number }[]>`
    WITH ${takeLines(tx, { ...wanted, settlementId: wanted.id }, carried, heldLines(tx, wanted))}, total AS (
      SELECT coalesce(sum(commission_minor), 0)::bigint AS net, count(*)::int AS lines,
        jsonb_build_object('sale', ${sumOf('sale')}, 'refund', ${sumOf('refund')}, 'adjustment', ${sumOf('adjustment')}) AS totals,
        coalesce(sum(commission_minor) FILTER (WHERE id NOT IN (${owedAgainLines(tx, companyId)})), 0)::bigint AS base
      FROM taken
    ), priced AS (
      SELECT net, lines, totals, base, coalesce(round(base * v.rate / 100), 0)::bigint AS vat, v.*
      FROM total LEFT JOIN company_vat v ON v.company_id = ${companyId}
    ), decided AS (
      SELECT *, net + vat >= ${wanted.issueFrom} AS is_issued FROM priced WHERE lines > 0
    ), written AS (
      INSERT INTO settlements (id, company_id, currency, month, version, run_id, period_start, period_end, due_on, amount_minor, lines, status,
        method, reference, pay_from, issued_at, changed_at, issuer, recipient, vat_minor, vat, totals)
      SELECT ${wanted.id}, ${companyId}, ${currency}, ${wanted.month}, ${wanted.version}, ${wanted.runId}, ${wanted.periodStart},
        ${wanted.periodEnd}, ${wanted.dueOn}, CASE WHEN is_issued THEN net + vat ELSE net END, lines,
        CASE WHEN is_issued THEN 'issued' ELSE 'carried' END, ${wanted.method}, ${wanted.reference},
        CASE WHEN is_issued THEN ${wanted.payFrom}::timestamptz END, ${wanted.now}, ${wanted.now}, ${tx.json({ ...wanted.issuer })}, (
          SELECT jsonb_build_object('name', coalesce(b.legal_name, c.name), 'address', coalesce(to_jsonb(b.address), '[]'::jsonb), 'tax_id', b.tax_id)
          FROM companies c LEFT JOIN company_billing b ON b.company_id = c.id WHERE c.id = ${companyId}),
        CASE WHEN is_issued THEN vat ELSE 0 END, CASE WHEN is_issued AND treatment IS NOT NULL THEN jsonb_build_object(
          'treatment', treatment, 'rate', rate::float8, 'note', note, 'self_billing', self_billing, 'base_minor', base) END, totals
      FROM decided
      RETURNING status, amount_minor, lines
    ), listed AS (
      INSERT INTO settlement_lines (settlement_id, earning_id, commission_minor, transaction_minor, live)
      SELECT ${wanted.id}, t.id, t.commission_minor, t.transaction_minor, w.status = 'issued' FROM taken t, written w
    )
    SELECT status, amount_minor, lines FROM written`);
}

/** The facts that must hold for a statement, recounted from the written rows. */
export interface Proof {
  /** Without VAT. */
  netMinor: number;
  vatMinor: number;
  vat: StoredVat | null;
  lines: number;
  listedMinor: number;
  listed: number;
  /** The sum of the records with the statement's id. */
  markedMinor: number;
  marked: number;
  /** The sum of the ledger's entries for the lines. */
  ledgerMinor: number;
  /** Lines that stand on another live statement as well. */
  elsewhere: number;
}

/** Null for a statement that was not written. */
export function readProof(tx: Queryable, settlementId: Id<'statement'>): Promise<Proof | null> {
  return firstRow(tx<Proof[]>`
    SELECT s.amount_minor - s.vat_minor AS net_minor, s.vat_minor, s.vat, s.lines, l.minor AS listed_minor, l.count AS listed, l.elsewhere, m.minor AS marked_minor,
      m.count AS marked, m.ledger AS ledger_minor
    FROM settlements s,
      LATERAL (SELECT coalesce(sum(commission_minor), 0)::bigint AS minor, count(*)::int AS count,
          count(*) FILTER (WHERE EXISTS (SELECT FROM settlement_lines other
            WHERE other.earning_id = mine.earning_id AND other.live AND other.settlement_id <> mine.settlement_id))::int AS elsewhere
        FROM settlement_lines mine WHERE settlement_id = ${settlementId}) l,
      LATERAL (${sumOfLines(tx, settlementId)}) m
    WHERE s.id = ${settlementId}`);
}

/**
 * For a transaction that writes statements: lets its SQL run longer than a request may, since a large partner has many
 * lines, and plans it by index alone. The connection keeps its plans, and a plan from a time when the month's tables
 * were empty would read whole tables for each line once they are full.
 */
export async function prepareWriting(tx: Queryable, minutes: number): Promise<void> {
  await tx`
    SELECT set_config('statement_timeout', ${`${minutes}min`}, true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
}
