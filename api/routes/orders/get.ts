import { z } from 'zod';
import { getOrder } from '../../../src/orders/get-order.js';
import { order } from '../../../src/orders/wire.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { orderExample } from './create.js';

/** `GET /orders/{id}`: the status of an order that the caller's company began. */
export const getOrderRoute: Route = (app, ctx) => {
  app.get(
    '/orders/:id',
    {
      config: {
        access: keyed({ kinds: SERVER_OR_TEST }),
        document: { example: orderExample, problems: ['order_not_found', 'capability_required'] },
      },
      schema: {
        tags: ['Orders'],
        summary: 'Read an order',
        description:
          'Never returns the buyer’s name or email. `checkout_url` is present only while the order awaits payment.',
        params: z.object({ id: z.string().describe('Identifier of the order.') }),
        response: answers(200, order, 304, 401, 403, 404, 429),
      },
    },
    (request) => getOrder(ctx, { caller: request.caller, orderId: request.params.id }),
  );
};
