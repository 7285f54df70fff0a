import type { Context } from '../platform/context/context.js';
import { sampleStatementPdf } from './sample-statement.js';
import { isSample, readSettlement, type StatementOwner } from './settlements.js';
import { findDocument, findDocumentFacts, findEventNames, keepDocument } from './sql/settlement-documents.js';
import { statementPdf } from './statement-pdf.js';

/**
 * A statement as a PDF to file. The first request makes and stores it, so later changes of names, addresses, settings or this program do
 * not change its bytes. A void statement has a second document, which names it void. The sample of a test key is not stored.
 *
 * @throws {ProblemError} 404 `settlement_not_found`.
 */
export async function getStatementDocument(
  ctx: Context,
  input: { caller: StatementOwner; id: string },
): Promise<Buffer> {
  if (isSample(input.caller, input.id)) return sampleStatementPdf(ctx, input.caller.companyId);
  const { settlement, company, lines } = await readSettlement(ctx, input);
  const edition = settlement.status === 'void' ? 'void' : 'issued';
  const of = [settlement.id, edition] as const;
  const kept = await findDocument(ctx.sql, ...of);
  if (kept) return kept;

  const pdf = await statementPdf({
    fonts: ctx.fonts,
    settlement,
    company,
    ...(await findDocumentFacts(ctx.sql, settlement.id)),
    lines,
    eventNames: (ids) => findEventNames(ctx.sql, ids),
  });
  await keepDocument(ctx.sql, { settlementId: settlement.id, edition, pdf }, ctx.clock.now());
  // If two were made at the same time: the stored one.
  return (await findDocument(ctx.sql, ...of)) ?? pdf;
}
