import { z } from 'zod';
import { ProblemError } from '../../src/core/problems.js';
import { earningsReportCsv, readEarningsReport } from '../../src/earnings/earnings-report.js';
import { type EarningsReport, earningsReport, reportQuery } from '../../src/earnings/wire.js';
import { funnelReportCsv, readFunnelReport } from '../../src/signals/funnel-report.js';
import { type FunnelReport, funnelReport } from '../../src/signals/wire.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers, media } from '../http/answers.js';
import { sendDownload } from '../http/reply.js';
import { always, TEXT } from '../http/route-document.js';

const sums = {
  ...{ currency: 'EUR', sales: 2, sold: 2, reversed_sales: 0, earned: 10 },
  ...{ pending: 4, approved: 0, ready: 0, paid: 8, reversed: -2 },
};

const head = { object: 'list', mode: 'live', by: 'month', from: '2026-10-01', to: '2026-10-31' } as const;

const earningsExample: EarningsReport = {
  ...head,
  rows: [{ key: '2026-10', name: null, ...sums }],
  totals: [sums],
};

const counts = {
  ...{ impressions: 5_210, clicks: 340, checkouts: 122, holds: 9, sales: 2, api_orders: 0, api_sales: 0 },
  earned: [{ currency: 'EUR', amount: 10 }],
};

const funnelExample: FunnelReport = {
  ...head,
  rows: [{ key: '2026-10', name: null, ...counts }],
  total: counts,
  dropped_sub_ids: 0,
};

const CSV = 'text/csv; charset=utf-8';
const FILES = { 'earnings.csv': earningsReportFile, 'funnel.csv': funnelReportCsv } as const;

const CSV_EXAMPLE =
  'month,name,currency,sales,sold,reversed_sales,earned,pending,approved,ready,paid,reversed\r\n' +
  '2026-10,,EUR,2,2,0,10.00,4.00,0.00,0.00,8.00,-2.00\r\n';

function earningsReportFile(...[ctx, asked]: Parameters<typeof funnelReportCsv>): Promise<string> {
  return earningsReportCsv(ctx, asked, 'programs');
}

export const reportRoutes: Route = (app, ctx) => {
  app.get(
    '/reports/earnings',
    {
      config: { access: ACCESS.earnings, document: { example: earningsExample } },
      schema: {
        tags: ['Reports'],
        summary: 'Sum up what you earned',
        description:
          'The sums of the dashboard, by day, month, event, `sub_id` or country. A sale, refund or adjustment counts on the day of its ' +
          '`created_at`, in UTC.',
        querystring: reportQuery,
        response: answers(200, earningsReport, 304, 400, 401, 403, 429),
      },
    },
    (request) => readEarningsReport(ctx, request),
  );

  app.get(
    '/reports/funnel',
    {
      config: { access: ACCESS.earnings, document: { example: funnelExample } },
      schema: {
        tags: ['Reports'],
        summary: 'Count looks, clicks, orders and sales',
        description:
          "The dashboard's funnel, by day, month, event, `sub_id` or country. Each step counts on the day on which it happened, in UTC. " +
          'Signals carry no `sub_id`, so `impressions` and `clicks` are 0 under one.',
        querystring: reportQuery,
        response: answers(200, funnelReport, 304, 400, 401, 403, 429),
      },
    },
    (request) => readFunnelReport(ctx, request),
  );

  app.get(
    '/reports/:file',
    {
      config: {
        access: ACCESS.earnings,
        document: {
          examples: { [CSV]: CSV_EXAMPLE },
          problems: ['file_not_found'],
          headers: { 200: { 'Content-Disposition': always('Name of the file.', TEXT) } },
        },
      },
      schema: {
        tags: ['Reports'],
        summary: 'Download a report as CSV',
        description:
          'Every row of `GET /reports/earnings` or `GET /reports/funnel`, with the same filters: up to 100,000. The first column is named after `by`. ' +
          'The funnel has a column `earned_EUR` for each currency, at the end.',
        params: z.object({
          file: z
            .string()
            .meta({ enum: Object.keys(FILES) })
            .describe('`earnings.csv` or `funnel.csv`'),
        }),
        querystring: reportQuery,
        response: answers(200, media(CSV), 304, 400, 401, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      if (!isFile(file)) throw new ProblemError('file_not_found');
      const content = await FILES[file](ctx, request);
      return sendDownload(reply, CSV, { name: file, content: Buffer.from(content) });
    },
  );
};

const isFile = (name: string): name is keyof typeof FILES => Object.hasOwn(FILES, name);
