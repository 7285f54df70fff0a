import { z } from 'zod';
import { containsCredential } from '../../src/core/key-format.js';
import { type ProblemCode, ProblemError } from '../../src/core/problems.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { getOrder } from '../../src/orders/get-order.js';
import { listOrders } from '../../src/orders/list-orders.js';
import { createOrder } from '../../src/orders/place-order.js';
import { newOrder, type Order, order, orderList, ordersQuery } from '../../src/orders/wire.js';
import { event } from '../documents/examples/event.js';
import { ACCESS, type Route } from '../http/access.js';
import { answers } from '../http/answers.js';
import { callContext } from '../http/call-context.js';
import { sometimes, TRUE } from '../http/route-document.js';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,80}$/;

const PROBLEMS: readonly ProblemCode[] = [
  'idempotency_key_required',
  'idempotency_key_invalid',
  'unknown_event',
  'unknown_ticket_type',
  'quantity_over_limit',
  'tickets_unavailable',
  'sales_not_open',
  'sales_ended',
  'event_not_on_sale',
  'free_ticket',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'payments_unavailable',
];

/** What `NewOrder`'s own example gets, two standard tickets, once it was cancelled. */
const cancelledExample: Order = {
  object: 'order',
  mode: 'test',
  id: 'ord_7Gk2mQx9ZtVb4Wc1Hs8N',
  event_id: event.id,
  quantity: 2,
  lines: [{ ticket_type_id: 'tkt_test_berlin_jazz_night_standard', quantity: 2 }],
  total: 61,
  currency: 'EUR',
  status: 'cancelled',
  sub_id: 'summer-mail_7',
  expires_at: '2026-11-21T15:30:00.000Z',
  created_at: '2026-11-21T15:00:00.000Z',
  test: true,
  updated_at: '2026-11-21T15:04:00.000Z',
  version: 2,
};

const orderExample: Order = {
  ...cancelledExample,
  status: 'awaiting_payment',
  checkout_url: 'https://api.example.com/checkout/9fJ2kQm4',
  updated_at: '2026-11-21T15:00:00.000Z',
  version: 1,
};

export const orderRoutes: Route = (app, ctx) => {
  app.post(
    '/orders',
    {
      config: {
        access: ACCESS.checkout,
        document: {
          example: orderExample,
          problems: PROBLEMS,
          headers: {
            200: { 'Idempotency-Replayed': sometimes('An earlier call with this key created the order.', TRUE) },
          },
          reads: [
            {
              name: 'Idempotency-Key',
              required: true,
              description: 'The same key returns the same order and never a second hold.',
              schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
            },
          ],
        },
      },
      schema: {
        tags: ['Orders'],
        summary: 'Hold tickets and get the payment link',
        description:
          'Send an `Idempotency-Key` header (8 to 80 letters, digits, `_`, `-`). The same key returns the same order, with ' +
          '`Idempotency-Replayed: true`, and never holds tickets twice. Tickets are held for about 30 minutes.',
        body: newOrder,
        response: answers(200, order, 400, 401, 403, 409, 413, 415, 429, 503),
      },
    },
    async (request, reply) => {
      const { order: made, replayed } = await createOrder(callContext(ctx, request), {
        caller: request.caller,
        idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
        body: request.body,
      });
      if (replayed) reply.header('Idempotency-Replayed', 'true');
      return reply.send(made);
    },
  );

  app.get(
    '/orders',
    {
      config: {
        access: ACCESS.order,
        document: { example: { object: 'list', mode: 'test', orders: [orderExample], next: null } },
      },
      schema: {
        tags: ['Orders'],
        summary: 'List your orders',
        description:
          'Newest first, from the API and from buy links. With `changed_since`, every order that was made or changed after that instant, ' +
          'by change, without gaps. Never returns the buyer’s name or email.',
        querystring: ordersQuery,
        response: answers(200, orderList, 304, 400, 401, 403, 429),
      },
    },
    (request) => listOrders(ctx, { caller: request.caller, query: request.query }),
  );

  app.get(
    '/orders/:id',
    {
      config: {
        access: ACCESS.order,
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

  app.post(
    '/orders/:id/cancel',
    {
      config: {
        access: ACCESS.order,
        document: { example: cancelledExample, problems: ['order_not_found', 'order_not_open', 'capability_required'] },
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
    (request) => cancelOrder(callContext(ctx, request), { caller: request.caller, orderId: request.params.id }),
  );
};

function readIdempotencyKey(header: string | string[] | undefined): string {
  const field = 'Idempotency-Key';
  if (header === undefined || header === '') {
    throw new ProblemError('idempotency_key_required', { errors: [{ field, message: 'is required' }] });
  }
  const fits = typeof header === 'string' && IDEMPOTENCY_KEY.test(header);
  if (!fits || containsCredential(header)) {
    const message = fits ? 'must not be a key, token or secret' : 'must be 8 to 80 letters, digits, `_` or `-`';
    throw new ProblemError('idempotency_key_invalid', { errors: [{ field, message }] });
  }
  return header;
}
