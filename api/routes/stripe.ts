import { followAccount } from '../../src/catalogue/connect-organizer.js';
import { invalidField } from '../../src/core/problems.js';
import { receivePaymentEvent } from '../../src/orders/receive-payment-event.js';
import { InvalidSignature, type ProcessorEvent } from '../../src/payments/port.js';
import type { Context } from '../../src/platform/context/context.js';
import { receiveTransferEvent } from '../../src/settlements/receive-transfer-event.js';
import { receiveBalanceEvent } from '../../src/settlements/resume-payments.js';
import { followTransferAccount } from '../../src/settlements/transfer-account.js';
import type { App, Route } from '../http/access.js';

/** Stripe's messages may have long lists in them. */
const LARGEST = 1_048_576;

/**
 * `POST /stripe/webhooks`: what Stripe says has happened, on our account and on connected ones. Each message is applied once; 200 says
 * that it is dealt with, also if it is of something that is not ours, and after anything else Stripe sends it again, for three days.
 */
export const stripeRoutes: Route = (app, ctx) => {
  const { stripe } = ctx.config;
  if (!stripe) return;
  app.register(async (scope) => {
    // The signature is of the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    (scope as App).post('/stripe/webhooks', { schema: { hide: true }, bodyLimit: LARGEST }, async (request, reply) => {
      const event = read(ctx, request.body, request.headers['stripe-signature']);
      // Endpoints for live mode are sent the test mode's messages of connected accounts as well.
      const received = event.live === stripe.live ? await receiveStripeEvent(ctx, event) : 'foreign';
      ctx.log.debug({ event: event.id, type: event.type, account: event.account, received }, 'a message of Stripe');
      return reply.header('Cache-Control', 'no-store').send({ received });
    });
  });
};

/** @throws {ProblemError} `invalid_request` for what Stripe did not sign. */
function read(ctx: Context, body: unknown, signature: unknown): ProcessorEvent {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new InvalidSignature('there is no signature');
    return ctx.payments.readEvent(body, signature);
  } catch (error) {
    if (error instanceof InvalidSignature) throw invalidField('Stripe-Signature', 'is not that of this body');
    throw error;
  }
}

/** Gives a message to whoever it concerns; the answer says what became of it. */
export async function receiveStripeEvent(ctx: Context, event: ProcessorEvent): Promise<string> {
  const { what } = event;
  switch (what.kind) {
    case 'account': {
      // A company may sell and be paid by us with one account.
      const organizers = await followAccount(ctx, event, what.account);
      const companies = await followTransferAccount(ctx, event, what.account);
      return organizers || companies ? 'applied' : 'foreign';
    }
    case 'transfer':
      return receiveTransferEvent(ctx, event, what.transfer);
    case 'balance':
      return receiveBalanceEvent(ctx, event);
    default:
      return receivePaymentEvent(ctx, event);
  }
}
