import { z } from 'zod';
import { listSettlementLines } from '../../../src/settlements/list-lines.js';
import { type SettlementLines, settlementLines, settlementLinesQuery } from '../../../src/settlements/wire.js';
import { earning } from '../../documents/examples/earning.js';
import { settlement } from '../../documents/examples/settlement.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';

const example: SettlementLines = {
  object: 'list',
  mode: 'live',
  settlement,
  lines: [{ ...earning, status: 'ready' }],
  next: null,
};

/** `GET /settlements/{id}/lines`: what a statement lists; all pages together sum to its amount. */
export const settlementLinesRoute: Route = (app, ctx) => {
  app.get(
    '/settlements/:id/lines',
    {
      config: {
        access: keyed({ kinds: SERVER_OR_TEST, scope: 'earnings:read' }),
        document: { example, problems: ['settlement_not_found'] },
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
};
