import { Readable } from 'node:stream';
import { z } from 'zod';
import { noSuch, ProblemError } from '../../src/core/problems.js';
import { limit, text } from '../../src/core/wire/query.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import { companyPayments } from '../../src/settlements/company-payments.js';
import { companyStatements, explainedLines, showCompanyStatement } from '../../src/settlements/company-statements.js';
import { getStatementDocument } from '../../src/settlements/get-statement-document.js';
import { PAYMENT_STATUS_NAMES } from '../../src/settlements/rules/payments.js';
import { SETTLEMENT_STATUSES } from '../../src/settlements/rules/settlement.js';
import { SAMPLE_ID } from '../../src/settlements/sample-statement.js';
import { companyPayment } from '../../src/settlements/schemas.js';
import { readCompanyTerms, readSettlement } from '../../src/settlements/settlements.js';
import { statementArchive } from '../../src/settlements/statement-archive.js';
import { settlementCsv, settlementXlsx } from '../../src/settlements/statement-csv.js';
import { settlement, settlementTerms } from '../../src/settlements/wire.js';
import { explained } from './earnings.js';
import { limitMember } from './limit.js';
import { listOf, operation } from './operation.js';
import { instant } from './wire.js';

const statement = z
  .object({
    ...settlement.shape,
    month: z.string(),
    version: z.int().describe('1 at first; a rerun writes the next one.'),
    explanation: z.string().describe('Where it stands, and what comes next.'),
  })
  .meta({ id: 'ExplainedStatement', description: 'A statement as the API returns it, with words for people.' });

const payment = companyPayment.meta({ id: 'CompanyPayment', description: 'A transfer of money to the company.' });

const choices = z
  .object({ years: z.array(z.string()), currencies: z.array(z.string()) })
  .describe('What the list can be filtered by.');

const year = z.string().regex(/^\d{4}$/, 'must be a year such as 2026');
const period = z.string().regex(/^\d{4}(-\d{2})?$/, 'must be a year such as 2026 or a month such as 2026-03');

/** @param years whose year the first filter is. */
const narrowed = <T extends readonly [string, ...string[]]>(statuses: T, years: string) =>
  z.object({
    year: year.optional().describe(years),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a code such as EUR')
      .optional(),
    status: z.enum(statuses).optional(),
    cursor: text(600).optional(),
    limit: limit(200, 50),
  });

const shown = statement
  .extend({
    number: z.int().nullable().describe('As its PDF names it.'),
    recipient: z.object({ name: z.string(), address: z.array(z.string()), tax_id: z.string().nullable() }),
    carried_in: z
      .array(z.object({ month: z.string(), amount: z.number() }))
      .describe('What earlier statements carried on to it, by the month that each line was on first.'),
    versions: z.array(statement).describe('Of the same month and currency, with itself, the newest first.'),
    changes: z
      .array(
        z.object({
          kind: z.enum(['rerun', 'void', 'adjust']),
          at: instant,
          reason: z.string(),
          amount: z.number().nullable().describe('Of an adjustment.'),
          settlement_id: z.string().nullable().describe('The statement that lists the adjustment.'),
        }),
      )
      .describe('What we did to the month, the newest first.'),
    payments: z.array(payment),
  })
  .meta({ id: 'StatementDetail', description: 'A statement with what led to it and what became of it.' });

/** Statements are of live sales alone. */
const toOwner = ({ companyId }: SignedIn) => ({ companyId, mode: 'live' as const });

/** The sample is a test key's. */
const sampleOf = ({ companyId }: SignedIn) => ({ caller: { companyId, mode: 'test' as const }, id: SAMPLE_ID });

/** @throws {ProblemError} 404 `not_found`, as of everything in the dashboard that is not there or another company's. */
async function ofStatement<T>(id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'settlement_not_found' ? noSuch('statement', id) : error;
  }
}

export const SETTLEMENT_OPERATIONS = [
  operation('GET /settlements', {
    may: 'settlements.read',
    summary: 'List statements, newest first, and the agreed terms',
    query: narrowed(SETTLEMENT_STATUSES, 'Of the month.'),
    answer: listOf(statement).extend({ terms: settlementTerms.nullable(), choices }),
    async run({ ctx, member: { companyId }, query }) {
      const [{ statements, ...page }, terms] = await Promise.all([
        companyStatements(ctx, { companyId, ...query }),
        readCompanyTerms(ctx, companyId),
      ]);
      return { data: statements, ...page, terms };
    },
  }),
  operation('GET /payments', {
    may: 'settlements.read',
    summary: 'List payments to the company, newest first',
    query: narrowed(PAYMENT_STATUS_NAMES, 'Of the day.'),
    answer: listOf(payment).extend({ choices }),
    async run({ ctx, member: { companyId }, query }) {
      const { payments, ...page } = await companyPayments(ctx, { companyId, ...query });
      return { data: payments, ...page };
    },
  }),
  operation('GET /settlements/archive', {
    may: 'settlements.read',
    summary: 'Download all statements of a year or month as a ZIP file: each as PDF and XLSX',
    query: z.object({ period }),
    answer: null,
    media: 'application/zip',
    async run({ ctx, member, query: { period: of } }) {
      await limitMember({ ctx, member }, 'statement_archive', {});
      const content = await statementArchive(ctx, { companyId: member.companyId, period: of });
      if (!content) throw new ProblemError('not_found', { detail: `You have no statement of ${of}.` });
      return { name: `statements-${of}.zip`, content: Readable.from(content) };
    },
  }),
  operation('GET /settlements/sample/pdf', {
    may: 'settlements.read',
    summary: 'Download a sample of a statement, with invented sales',
    answer: null,
    media: 'application/pdf',
    async run({ ctx, member }) {
      await limitMember({ ctx, member }, 'sample_statement', {});
      return { name: 'sample-statement.pdf', content: await getStatementDocument(ctx, sampleOf(member)) };
    },
  }),
  operation('GET /settlements/sample/csv', {
    may: 'settlements.read',
    summary: 'Download the lines of a sample',
    answer: null,
    media: 'text/csv; charset=utf-8',
    async run({ ctx, member }) {
      await limitMember({ ctx, member }, 'sample_statement', {});
      return {
        name: 'sample-statement.csv',
        content: await settlementCsv(await readSettlement(ctx, sampleOf(member)), 'people'),
      };
    },
  }),
  operation('GET /settlements/:id', {
    may: 'settlements.read',
    summary: 'Show a statement',
    answer: shown,
    async run({ ctx, member: { companyId }, params: { id } }) {
      return ofStatement(id, showCompanyStatement(ctx, { companyId, id }));
    },
  }),
  operation('GET /settlements/:id/lines', {
    may: 'settlements.read',
    summary: 'List the lines of a statement',
    query: z.object({ cursor: text(600).optional(), limit: limit(200, 50) }),
    answer: listOf(explained),
    async run({ ctx, member: { companyId }, params: { id }, query }) {
      const lines = explainedLines(ctx, { companyId, id, ...query });
      const { records, next } = await ofStatement(id, lines);
      return { data: records, next };
    },
  }),
  operation('GET /settlements/:id/csv', {
    may: 'settlements.read',
    summary: 'Download the lines of a statement for a spreadsheet',
    answer: null,
    media: 'text/csv; charset=utf-8',
    async run({ ctx, member, params: { id } }) {
      const source = await ofStatement(id, readSettlement(ctx, { caller: toOwner(member), id }));
      return { name: `${source.settlement.id}.csv`, content: await settlementCsv(source, 'people') };
    },
  }),
  operation('GET /settlements/:id/xlsx', {
    may: 'settlements.read',
    summary: 'Download the lines of a statement as an Excel workbook',
    answer: null,
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    async run({ ctx, member, params: { id } }) {
      const source = await ofStatement(id, readSettlement(ctx, { caller: toOwner(member), id }));
      return { name: `${source.settlement.id}.xlsx`, content: Readable.from(settlementXlsx(source)) };
    },
  }),
  operation('GET /settlements/:id/pdf', {
    may: 'settlements.read',
    summary: 'Download a statement to file',
    answer: null,
    media: 'application/pdf',
    async run({ ctx, member, params: { id } }) {
      const content = await ofStatement(id, getStatementDocument(ctx, { caller: toOwner(member), id }));
      return { name: `${id}.pdf`, content };
    },
  }),
];
