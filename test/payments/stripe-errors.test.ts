import Stripe from 'stripe';
import { ask } from '../../src/payments/stripe/client.js';

const { StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;
const kept = { 'idempotent-replayed': 'true' };

/** The meaning of Stripe's answers for the attempt, by the names of the port. */
test.each([
  [400, 'amount_too_large', {}, 'ProcessorRefusal'],
  [404, 'resource_missing', {}, 'ProcessorRefusal'],
  [403, 'account_invalid', {}, 'ProcessorRefusal'],
  [400, 'balance_insufficient', {}, 'ProcessorFailure'],
  [400, 'lock_timeout', {}, 'StripeUnavailable'],
  [429, 'lock_timeout', {}, 'StripeUnavailable'],
  [429, 'rate_limit', {}, 'StripeUnavailable'],
  [401, 'api_key_expired', {}, 'StripeUnavailable'],
  [500, 'api_error', {}, 'StripeUnavailable'],
  [503, 'api_error', {}, 'StripeUnavailable'],
  [500, 'api_error', kept, 'ProcessorFailure'],
])('%i %s %j is a %s', async (statusCode, code, headers, name) => {
  const error = new StripeInvalidRequestError({
    type: 'invalid_request_error',
    statusCode,
    code,
    headers,
    message: 'x',
  });
  await expect(ask(() => Promise.reject(error))).rejects.toMatchObject({ name });
});

test.each([
  [400, 'idempotency_key_in_use', 'StripeUnavailable'],
  [409, 'idempotency_key_in_use', 'StripeUnavailable'],
  [400, undefined, 'ProcessorFailure'],
])('an idempotency error, %i %s, is a %s', async (statusCode, code, name) => {
  const error = new StripeIdempotencyError({ type: 'idempotency_error', statusCode, code, headers: {}, message: 'x' });
  await expect(ask(() => Promise.reject(error))).rejects.toMatchObject({ name });
});
