import { z } from 'zod';
import { cancelOrder } from '../../../src/orders/cancel-order.js';
import { order } from '../../../src/orders/wire.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';
import { orderExample } from './create.js';

/** `POST /orders/{id}/cancel`: releases the tickets of an unpaid order early. */
export const cancelOrderRoute: Route = (app, ctx) => {
  app.post(
    '/orders/:id/cancel',
    {
      config: {
        access: keyed({ kinds: SERVER_OR_TEST }),
        document: { example: orderExample, problems: ['order_not_found', 'order_not_open', 'capability_required'] },
      },
      schema: {
        tags: ['Orders'],
        summary: 'Release a hold early',
        description: 'You can only cancel an order that awaits payment. Cancelling it again returns the same order.',
        params: z.object({ id: z.string().describe('Identifier of the order.') }),
        body: z.strictObject({}).optional().meta({ 'x-optional': true }),
        response: answers(200, order, 400, 401, 403, 404, 409, 413, 415, 429),
      },
    },
    (request) => cancelOrder(ctx, { caller: request.caller, orderId: request.params.id }),
  );
};
