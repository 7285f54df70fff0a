import { followAccount } from '../../src/catalogue/connect-organizer.js';
import { invalidField } from '../../src/core/problems.js';
import { receivePaymentEvent } from '../../src/orders/receive-payment-event.js';
import { InvalidSignature, UnreadableMessage } from '../../src/payments/errors.js';
import type { ProcessorMessage } from '../../src/payments/port.js';
import { completeMessage } from '../../src/payments/set-aside.js';
import type { Context } from '../../src/platform/context/context.js';
import { receiveTransferEvent } from '../../src/settlements/receive-transfer-event.js';
import { receiveBalanceEvent } from '../../src/settlements/resume-payments.js';
import { followTransferAccount } from '../../src/settlements/transfer-account.js';
import type { App, Route } from '../http/access.js';
import { callContext } from '../http/call-context.js';

/** Stripe's messages may have long lists in them. */
const LARGEST = 1_048_576;

/**
 * `POST /stripe/webhooks`: events of Stripe on our account and on connected accounts. Each event is applied once. 200
 * ends an event, also an event of another service or an event that was set aside; after any other status Stripe repeats
 * it for three days.
 */
export const stripeRoutes: Route = (app, ctx) => {
  const { stripe } = ctx.config;
  if (ctx.payments.hosted.length === 0) return;
  app.register(async (scope) => {
    // The signature is of the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    (scope as App).post('/stripe/webhooks', { bodyLimit: LARGEST }, async (request, reply) => {
      const call = callContext(ctx, request);
      const event = read(ctx, request.body, request.headers['stripe-signature']);
      const { id, type, account, mode } = event;
      // Endpoints for live mode are sent the test mode's messages of connected accounts as well.
      const received = event.live === stripe[mode]?.live ? await receiveStripeEvent(call, event) : 'foreign';
      call.log.debug({ event: id, type, account, mode, received }, 'a message from Stripe was handled');
      return reply.header('Cache-Control', 'no-store').send({ received });
    });
  });
};

/** @throws {ProblemError} `invalid_request` for what Stripe did not sign. */
function read(ctx: Context, body: unknown, signature: unknown): ProcessorMessage {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new InvalidSignature('there is no signature');
    return ctx.payments.readMessage(body, signature);
  } catch (error) {
    if (error instanceof InvalidSignature) throw invalidField('Stripe-Signature', 'is not that of this body');
    if (error instanceof UnreadableMessage) throw invalidField('body', 'must be an event of Stripe');
    throw error;
  }
}

/** Applies a message in the room of its subject and returns the result, such as `applied`. Only live money pays partners. */
export async function receiveStripeEvent(ctx: Context, message: ProcessorMessage): Promise<string> {
  const event = await completeMessage(ctx, message);
  if (!event) return 'set_aside';
  const { what, mode } = event;
  switch (what.kind) {
    case 'account': {
      // A company may sell and be paid by us with one account.
      const organizers = await followAccount(ctx, event, what.account);
      const companies = mode === 'live' && (await followTransferAccount(ctx, event, what.account));
      return organizers || companies ? 'applied' : 'foreign';
    }
    case 'transfer':
      return mode === 'live' ? receiveTransferEvent(ctx, event, what.transfer) : 'foreign';
    case 'balance':
      return mode === 'live' ? receiveBalanceEvent(ctx, event) : 'foreign';
    default:
      return receivePaymentEvent(ctx, event);
  }
}
