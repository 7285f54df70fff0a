import { z } from 'zod';
import { ProblemError } from '../../../src/core/problems.js';
import { readSettlement } from '../../../src/settlements/list-lines.js';
import { SETTLEMENT_FILE } from '../../../src/settlements/wire.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers, media } from '../../http/answers.js';
import { settlementCsv } from '../../settlements/csv.js';
import { settlementPdf } from '../../settlements/pdf.js';

/** `GET /settlements/{id}.csv` and `.pdf`: a statement with its lines, to keep. */
export const settlementFileRoute: Route = (app, ctx) => {
  app.get(
    '/settlements/:file',
    {
      config: { access: keyed({ kinds: SERVER_OR_TEST, scope: 'earnings:read' }) },
      schema: {
        tags: ['Settlements'],
        summary: 'Download a statement',
        description: '`file` is the id of a statement with `.csv` or `.pdf`. Both have the same sum as the statement.',
        params: z.object({
          file: z.string().meta({ pattern: SETTLEMENT_FILE.source }).describe('`stm_….csv` or `stm_….pdf`'),
        }),
        response: answers(200, media('text/csv; charset=utf-8', 'application/pdf'), 304, 401, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      if (!SETTLEMENT_FILE.test(file)) throw new ProblemError('settlement_not_found');
      const [id = '', format] = file.split('.');
      const statement = await readSettlement(ctx, { caller: request.caller, id });
      reply.header('Content-Disposition', `attachment; filename="${file}"`);
      return format === 'pdf'
        ? reply.header('Content-Type', 'application/pdf').send(await settlementPdf(statement))
        : reply.header('Content-Type', 'text/csv; charset=utf-8').send(await settlementCsv(statement));
    },
  );
};
