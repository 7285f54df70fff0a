import { Readable } from 'node:stream';
import { z } from 'zod';
import { ProblemError } from '../../src/core/problems.js';
import { getStatementDocument } from '../../src/settlements/get-statement-document.js';
import { listCompanySettlements, listSettlementLines, readSettlement } from '../../src/settlements/settlements.js';
import { settlementCsv, settlementXlsx } from '../../src/settlements/statement-csv.js';
import {
  SETTLEMENT_FILE,
  type SettlementLines,
  type SettlementsList,
  settlementLines,
  settlementLinesQuery,
  settlementsList,
} from '../../src/settlements/wire.js';
import { earning } from '../documents/examples/earning.js';
import { settlement } from '../documents/examples/settlement.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers, media } from '../http/answers.js';
import { sendDownload } from '../http/reply.js';
import { always, TEXT } from '../http/route-document.js';

const listExample: SettlementsList = {
  object: 'list',
  mode: 'live',
  terms: { method: 'bank_transfer', netDays: 14, minimum: 5, reference: 'PO-2291' },
  settlements: [settlement],
};

const linesExample: SettlementLines = {
  object: 'list',
  mode: 'live',
  settlement,
  lines: [{ ...earning, status: 'ready' }],
  next: null,
};

/** Types of a statement's files. */
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** The statement of the other examples: a test compares it with the answer. */
const STATEMENT_CSV =
  'settlement_id,period_start,period_end,id,kind,sale_id,event_id,sub_id,transaction_value,commission,currency,status,reason,created_at,note,' +
  'statement_net,statement_vat_rate,statement_vat,statement_total,order_id\r\n' +
  'stm_6Rw1Yp4sNf8Jt2Gv7Qk3,2026-10-01,2026-11-01,ern_9Kd3Xm7vTq2Bz5Wc8Hn1,sale,sale_4Tq8Zb1nXw6Ky3Rd9Pm5,' +
  'evt_3Hn7Vc2kLq8Wd5Xs1Zp9,summer-mail_7,56.00,6.00,EUR,ready,,2026-09-12T18:04:11.250Z,,6.00,19,1.14,7.14,ord_5Vb2Ks9mXq7Tc4Zw1Lp6\r\n';

export const settlementRoutes: Route = (app, ctx) => {
  app.get(
    '/settlements',
    {
      config: { access: ACCESS.earnings, document: { example: listExample } },
      schema: {
        tags: ['Settlements'],
        summary: 'List your monthly statements',
        description:
          'Up to 36, newest first, with the agreed terms. Read-only: no key can change how or where you are paid. A test ' +
          'key sees no statements, but can read the sample `stm_sample`: its lines, CSV, XLSX and PDF.',
        response: answers(200, settlementsList, 304, 401, 403, 429),
      },
    },
    (request) => listCompanySettlements(ctx, { caller: request.caller }),
  );

  app.get(
    '/settlements/:id/lines',
    {
      config: {
        access: ACCESS.earnings,
        document: { example: linesExample, problems: ['settlement_not_found'] },
      },
      schema: {
        tags: ['Settlements'],
        summary: 'List the lines of a statement',
        description: 'The same records as `GET /earnings`, as they were when the statement was written.',
        params: z.object({ id: z.string().describe('Identifier of the statement.') }),
        querystring: settlementLinesQuery,
        response: answers(200, settlementLines, 304, 400, 401, 403, 404, 429),
      },
    },
    (request) => listSettlementLines(ctx, { caller: request.caller, id: request.params.id, query: request.query }),
  );

  app.get(
    '/settlements/:file',
    {
      config: {
        access: ACCESS.earnings,
        document: {
          examples: { [TYPES.csv]: STATEMENT_CSV, [TYPES.xlsx]: 'PK…', [TYPES.pdf]: '%PDF-1.7 …' },
          problems: ['settlement_not_found'],
          headers: { 200: { 'Content-Disposition': always('Name of the file.', TEXT) } },
        },
      },
      schema: {
        tags: ['Settlements'],
        summary: 'Download a statement',
        description:
          '`file` is the id of a statement with `.csv`, `.xlsx` or `.pdf`. All add up to the amount of the statement. In XLSX, texts ' +
          'such as a `sub_id` of `00123` stay texts, and amounts are numbers.',
        params: z.object({
          file: z
            .string()
            .meta({ pattern: SETTLEMENT_FILE.source })
            .describe('`stm_….csv`, `stm_….xlsx` or `stm_….pdf`'),
        }),
        response: answers(200, media(...Object.values(TYPES)), 304, 401, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      if (!SETTLEMENT_FILE.test(file)) throw new ProblemError('settlement_not_found');
      const [id = '', format] = file.split('.') as [string, keyof typeof TYPES];
      const wanted = { caller: request.caller, id };
      const files = {
        csv: async () => settlementCsv(await readSettlement(ctx, wanted), 'programs'),
        xlsx: async () => Readable.from(settlementXlsx(await readSettlement(ctx, wanted))),
        pdf: () => getStatementDocument(ctx, wanted),
      };
      const content = await files[format]();
      return sendDownload(reply, TYPES[format], { name: file, content });
    },
  );
};
