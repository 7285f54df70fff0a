import type { Id } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import { type ZipEntry, zipFile } from '../platform/files/zip.js';
import { getStatementDocument } from './get-statement-document.js';
import { readSettlement } from './settlements.js';
import { newestSettlements, type SettlementRow } from './sql/settlements.js';
import { settlementXlsx } from './statement-csv.js';

/** A year has twelve months, a few currencies and a few versions of each. */
const MOST = 2_000;

/**
 * All statements of a company for a month or the months of a year, void ones too, as a ZIP file: each as PDF and as XLSX. The file is
 * written while the statements are read, one by one.
 *
 * @param input.period `2026` or `2026-03`.
 * @returns null: the period has no statements.
 */
export async function statementArchive(
  ctx: Context,
  { companyId, period }: { companyId: Id<'company'>; period: string },
): Promise<AsyncGenerator<Uint8Array> | null> {
  const filter = period.length > 4 ? { month: period } : { year: period };
  const rows = await newestSettlements(ctx.sql, companyId, MOST, filter);
  return rows.length === 0 ? null : zipFile(filesOf(ctx, rows.reverse()), { madeAt: ctx.clock.now() });
}

async function* filesOf(ctx: Context, rows: readonly SettlementRow[]): AsyncGenerator<ZipEntry> {
  for (const row of rows) {
    const { id, companyId } = row;
    const caller = { companyId, mode: 'live' as const };
    yield { name: `${fileName(row)}.pdf`, content: [await getStatementDocument(ctx, { caller, id })], compress: false };
    const source = await readSettlement(ctx, { caller, id });
    yield { name: `${fileName(row)}.xlsx`, content: settlementXlsx(source), compress: false };
  }
}

/** `2026-10-EUR-stm_…`; of a void statement with `-void` at the end. */
function fileName({ month, currency, id, status }: SettlementRow): string {
  return `${month}-${currency}-${id}${status === 'void' ? '-void' : ''}`;
}
