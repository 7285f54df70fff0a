import { listCompanySettlements } from '../../../src/settlements/list-settlements.js';
import { type SettlementsList, settlementsList } from '../../../src/settlements/wire.js';
import { settlement } from '../../documents/examples/settlement.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';

const example: SettlementsList = {
  object: 'list',
  mode: 'live',
  terms: { method: 'bank_transfer', netDays: 14, minimum: 5, reference: 'PO-2291' },
  settlements: [settlement],
};

/** `GET /settlements`: the agreed terms and the newest monthly statements. */
export const listSettlementsRoute: Route = (app, ctx) => {
  app.get(
    '/settlements',
    {
      config: { access: keyed({ kinds: SERVER_OR_TEST, scope: 'earnings:read' }), document: { example } },
      schema: {
        tags: ['Settlements'],
        summary: 'List your monthly statements',
        description:
          'Up to 36, newest first, with the agreed terms. Read-only: no key can change how or where you are paid. A test ' +
          'key sees no statements.',
        response: answers(200, settlementsList, 304, 401, 403, 429),
      },
    },
    (request) => listCompanySettlements(ctx, { caller: request.caller }),
  );
};
