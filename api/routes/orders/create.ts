import { holdsCredential } from '../../../src/core/key-format.js';
import { ProblemError } from '../../../src/core/problems.js';
import { createOrder } from '../../../src/orders/create-order.js';
import { newOrder, order } from '../../../src/orders/wire.js';
import { keyed, type Route, SERVER_OR_TEST } from '../../http/access.js';
import { answers } from '../../http/answers.js';

const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,80}$/;

/** `POST /orders`: holds tickets and returns the payment link. */
export const createOrderRoute: Route = (app, ctx) => {
  app.post(
    '/orders',
    {
      config: { access: keyed({ kinds: SERVER_OR_TEST, capability: 'EMBEDDED_CHECKOUT' }) },
      schema: {
        tags: ['Orders'],
        summary: 'Hold tickets and get the payment link',
        description:
          'Needs the header `Idempotency-Key` (8 to 80 letters, digits, `_`, `-`): the same key returns the same order, ' +
          'with `Idempotency-Replayed: true`, and never holds tickets twice. Tickets are held for about 30 minutes.',
        body: newOrder,
        response: answers(200, order, 400, 401, 403, 409, 413, 415, 429, 503),
      },
    },
    async (request, reply) => {
      const { order: made, replayed } = await createOrder(ctx, {
        caller: request.caller,
        idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
        body: request.body,
      });
      if (replayed) reply.header('Idempotency-Replayed', 'true');
      return reply.send(made);
    },
  );
};

function readIdempotencyKey(header: string | string[] | undefined): string {
  const field = 'Idempotency-Key';
  if (header === undefined || header === '') {
    throw new ProblemError('idempotency_key_required', { errors: [{ field, message: 'is required' }] });
  }
  const fits = typeof header === 'string' && IDEMPOTENCY_KEY.test(header);
  if (!fits || holdsCredential(header)) {
    const message = fits ? 'must not be a key, token or secret' : 'must be 8 to 80 letters, digits, `_` or `-`';
    throw new ProblemError('idempotency_key_invalid', { errors: [{ field, message }] });
  }
  return header;
}
