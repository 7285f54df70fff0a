import { endpointNotices } from '../../src/deliveries/endpoints/alerts.js';
import { listEarnings } from '../../src/earnings/list-earnings.js';
import { type EarningsList, earningsList, earningsQuery } from '../../src/earnings/wire.js';
import { STATEMENT_PARTS } from '../../src/settlements/explained-earnings.js';
import { earning } from '../documents/examples/earning.js';
import { ACCESS, type Route } from '../http/access.js';

const example: EarningsList = {
  object: 'earnings',
  mode: 'live',
  currency: 'EUR',
  totals: { pending: 0, approved: 0, ready: 0, paid: 6, reversed: 0 },
  earnings: [earning],
  next: null,
};

export const earningRoutes: Route = (app, ctx) => {
  app.get(
    '/earnings',
    {
      config: { access: ACCESS.earnings, document: { example } },
      schema: {
        tags: ['Earnings'],
        summary: 'List what your sales earned',
        description:
          'Newest first. `totals` cover everything that matches, in `currency`. A refund is a negative, `reversed` record. ' +
          'Buyers are never named.',
        querystring: earningsQuery,
        response: { 200: earningsList },
      },
    },
    (request) =>
      listEarnings(ctx, { caller: request.caller, query: request.query, parts: STATEMENT_PARTS, endpointNotices }),
  );
};
