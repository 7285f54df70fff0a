import type Stripe from 'stripe';
import { ProcessorFailure, ProcessorRefusal } from '../errors.js';
import type { Account, CheckoutReference, CheckoutRequest, PaymentsPort } from '../port.js';
import { amountRefusal, smallestCharge, toStripe } from './amounts.js';
import { balanceLines } from './balance.js';
import { ask, createStripeClient, type StripeSettings, StripeUnavailable } from './client.js';
import { findFault, type ObjectKind, retrieveObject } from './event-objects.js';
import { FEE_WITH, isFailed, readObject, toPaidCheckout, toPayment, toResult, toSubject, verified } from './events.js';
import { hasReturnedFee } from './returned-fee.js';

/** How far back a page is looked for whose answer was lost. */
const LOST_SECONDS = 2 * 3_600;
/** Stripe cuts off longer ones. */
const TITLE_LETTERS = 250;

/**
 * Payments by Stripe Connect: each payment is a direct charge on the organizer's account, made on a page of Stripe's, with a fee
 * for us. We see no card.
 *
 * @param options.origin public scheme and host of our own pages.
 */
export function createStripePayments(options: StripeSettings & { origin: string; enabled: boolean }): PaymentsPort {
  const { origin, enabled, webhookSecrets } = options;
  const stripe = createStripeClient(options);

  const retrieve = ({ account, reference }: CheckoutReference) =>
    ask(() => stripe.checkout.sessions.retrieve(reference, {}, { stripeAccount: account }));

  return {
    enabled,
    hosted: true,
    checkoutUrl: (token) => `${origin}/checkout/${token}`,
    amountRefusal,
    smallestCharge,

    async openCheckout(request) {
      const { account: stripeAccount, key: idempotencyKey } = request;
      const session = await ask(() =>
        stripe.checkout.sessions.create(sessionParameters(request), { stripeAccount, idempotencyKey }),
      ).catch(async (error: unknown) => {
        // The same key with a title that has changed since: the page that it opened is the right one.
        const found = error instanceof ProcessorFailure ? await findSession(stripe, request) : null;
        if (!found) throw error;
        return found;
      });
      if (!session.url)
        throw new ProcessorRefusal('checkout_not_open', `the session ${session.id} is ${session.status}`);
      return { reference: session.id, url: session.url };
    },

    async closeCheckout(page) {
      const { account: stripeAccount, reference } = page;
      try {
        await ask(() => stripe.checkout.sessions.expire(reference, {}, { stripeAccount }));
        return { state: 'closed' };
      } catch (error) {
        if (!(error instanceof ProcessorRefusal)) throw error;
      }
      const session = await retrieve(page);
      const payment = toPayment(session);
      if (payment) return { state: 'paid', payment };
      if (session.status === 'expired') return { state: 'closed' };
      throw new StripeUnavailable(`the session ${reference} is ${session.status} and cannot be closed yet`);
    },

    findPayment: async (page) => toPayment(await retrieve(page)),

    async findCheckout({ account: stripeAccount, paymentReference }) {
      const { data } = await ask(() =>
        stripe.checkout.sessions.list({ payment_intent: paymentReference, limit: 1 }, { stripeAccount }),
      );
      const [session] = data;
      if (!session?.metadata?.checkout_key) return null;
      const paid = toPaidCheckout(session);
      if (!paid) throw new StripeUnavailable(`the session ${session.id} is ${session.status} and has a payment`);
      return paid;
    },

    async refund(request) {
      const { account, refundId, paymentReference, amount, withFee, key } = request;
      const feeReference = withFee && (await hasReturnedFee(stripe, request)) ? request.failedReference : null;
      const refund = await ask(() =>
        stripe.refunds.create(
          {
            payment_intent: paymentReference,
            amount: toStripe(amount),
            metadata: { refund_id: refundId, key, ...(feeReference && { [FEE_WITH]: feeReference }) },
            ...(withFee && !feeReference && { refund_application_fee: true }),
          },
          { ...(account && { stripeAccount: account }), idempotencyKey: key },
        ),
      );
      return toResult(refund);
    },

    async findRefund({ account, refundId, paymentReference, key }) {
      const list = { payment_intent: paymentReference, limit: 100 };
      const found = await ask(() =>
        stripe.refunds.list(list, account ? { stripeAccount: account } : {}).autoPagingToArray({ limit: 1_000 }),
      );
      const ours = found.filter(({ metadata }) => metadata?.refund_id === refundId);
      const refund = ours.find(({ status }) => !isFailed(status)) ?? ours.find(({ metadata }) => metadata?.key === key);
      return refund ? toResult(refund) : null;
    },

    balanceLines: (account, range) => balanceLines(stripe, account, range),

    async createAccount({ key, name, country, purpose }) {
      const account = await ask(() =>
        stripe.accounts.create(
          {
            ...(country && { country }),
            ...ACCOUNTS[purpose],
            business_profile: { name },
            metadata: { key },
          },
          { idempotencyKey: `account/${key}` },
        ),
      );
      return toAccount(account);
    },

    findAccount: async (account) => toAccount(await ask(() => stripe.accounts.retrieve(account))),

    async accountLink(account, { returnUrl, refreshUrl }) {
      const link = await ask(() =>
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      );
      return link.url;
    },

    readEvent(body, signature) {
      const event = verified(stripe, body, signature, webhookSecrets);
      return {
        id: event.id,
        type: event.type,
        account: event.account ?? null,
        live: event.livemode,
        createdAt: new Date(event.created * 1_000),
        what: toSubject(event),
      };
    },

    async completeEvent({ account, what }) {
      if (what.kind !== 'incomplete' || what.id === null) return null;
      const { id, object: kind } = what as { id: string; object: ObjectKind };
      const object = await ask(() => retrieveObject(stripe, kind, id, account)).catch((error: unknown) => {
        if (error instanceof ProcessorRefusal) return null;
        throw error;
      });
      return findFault(kind, object) === null ? readObject(kind, object) : null;
    },
  };
}

/** An organizer answers to Stripe for its own losses and fees; a partner has no more than an account that we pay to. */
const ACCOUNTS = {
  charges: {
    controller: {
      fees: { payer: 'account' },
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'full' },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  },
  transfers: {
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    capabilities: { transfers: { requested: true } },
  },
} as const satisfies Record<string, Stripe.AccountCreateParams>;

function sessionParameters(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { key, orderId, lines, currency, feeMinor, note, language } = request;
  const metadata = { order_id: orderId, checkout_key: key };
  return {
    mode: 'payment',
    // Other methods confirm the payment hours later, when the tickets are not held any more.
    payment_method_types: ['card'],
    line_items: lines.map(({ title, unitMinor, quantity }) => ({
      quantity,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: toStripe({ minor: unitMinor, currency }),
        product_data: { name: [...title].slice(0, TITLE_LETTERS).join('') },
      },
    })),
    client_reference_id: orderId,
    metadata,
    payment_intent_data: {
      description: orderId,
      metadata,
      ...(feeMinor > 0 && { application_fee_amount: toStripe({ minor: feeMinor, currency }) }),
    },
    // Otherwise the buyer might pay in another currency than the order's.
    adaptive_pricing: { enabled: false },
    custom_text: { submit: { message: note } },
    locale: language === 'de' || language === 'en' ? language : 'auto',
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1_000),
  };
}

async function findSession(stripe: Stripe, request: CheckoutRequest): Promise<Stripe.Checkout.Session | null> {
  const since = Math.floor(request.expiresAt.getTime() / 1_000) - LOST_SECONDS;
  const found = await ask(() =>
    stripe.checkout.sessions
      .list({ created: { gte: since }, limit: 100 }, { stripeAccount: request.account })
      .autoPagingToArray({ limit: 10_000 }),
  );
  return found.find(({ metadata }) => metadata?.checkout_key === request.key) ?? null;
}

function toAccount(account: Stripe.Account): Account {
  const { requirements } = account;
  return {
    id: account.id,
    chargesEnabled: account.charges_enabled,
    transfersEnabled: account.capabilities?.transfers === 'active',
    payoutsEnabled: account.payouts_enabled,
    currency: account.default_currency?.toUpperCase() ?? null,
    country: account.country ?? null,
    requirements: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
    disabledReason: requirements?.disabled_reason ?? null,
  };
}
