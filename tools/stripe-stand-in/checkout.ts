import { findAccount } from './accounts.js';
import { invalid, missing } from './errors.js';
import { type Form, formOf, numberOf, textOf } from './form.js';
import { book, processingFee } from './ledger.js';
import type { StripeObject } from './store.js';
import type { World } from './world.js';

export interface SessionObject extends StripeObject {
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  metadata: Record<string, string>;
  custom_text: { submit: { message: string } | null };
  intent: { fee: number; description: string | null; metadata: Record<string, string> };
}

export interface ChargeObject extends StripeObject {
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  currency: string;
  payment_intent: string;
  application_fee: string | null;
  application_fee_amount: number | null;
  disputed: boolean;
}

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3_600;
const LEAST: Record<string, number> = { eur: 50, usd: 50, gbp: 30, jpy: 50 };

export function createSession(world: World, account: string, form: Form, origin: string): SessionObject {
  if (account && !findAccount(world, account).charges_enabled) {
    throw invalid('account_invalid', `The account ${account} cannot currently make charges.`);
  }
  const items = (Object.values(formOf(form, 'line_items')) as Form[]).map((item) => {
    const price = formOf(item, 'price_data');
    const unit = numberOf(price, 'unit_amount');
    if (unit === undefined) throw invalid('parameter_missing', 'Missing required param: line_items.');
    const name = textOf(formOf(price, 'product_data'), 'name') ?? null;
    return { currency: textOf(price, 'currency'), amount: unit * (numberOf(item, 'quantity') ?? 1), name };
  });
  const [first] = items;
  const success = textOf(form, 'success_url');
  if (textOf(form, 'mode') !== 'payment' || !first?.currency || !success) {
    throw invalid('parameter_missing', 'Missing required param: mode, success_url or line_items.');
  }
  const { currency } = first;
  if (items.some((item) => item.currency !== currency))
    throw invalid('currency_mismatch', 'All line items must have one currency.');
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  if (amount < (LEAST[currency] ?? 1)) {
    throw invalid('amount_too_small', "The Checkout Session's total amount due is below the minimum.");
  }
  const expires = numberOf(form, 'expires_at') ?? world.seconds() + DAY;
  if (expires < world.seconds() + HALF_HOUR || expires > world.seconds() + DAY) {
    throw invalid('parameter_invalid', 'The `expires_at` timestamp must be 30 minutes to 24 hours in the future.');
  }
  const intent = formOf(form, 'payment_intent_data');
  const fee = numberOf(intent, 'application_fee_amount') ?? 0;
  if (fee > amount) throw invalid('application_fee_too_large', 'The application fee is larger than the amount.');
  const submit = textOf(formOf(formOf(form, 'custom_text'), 'submit'), 'message');
  const id = world.newId('cs_test');
  return world.put<SessionObject>(account, {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: textOf(form, 'cancel_url') ?? null,
    client_reference_id: textOf(form, 'client_reference_id') ?? null,
    created: world.seconds(),
    currency,
    custom_text: { submit: submit === undefined ? null : { message: submit } },
    expires_at: expires,
    intent: {
      fee,
      description: textOf(intent, 'description') ?? null,
      metadata: formOf(intent, 'metadata') as Record<string, string>,
    },
    livemode: false,
    locale: textOf(form, 'locale') ?? null,
    metadata: formOf(form, 'metadata') as Record<string, string>,
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    product: items.map(({ name }) => name).join(', '),
    status: 'open',
    success_url: success,
    url: `${origin}/pay/${id}`,
  });
}

/** Its current state: a session whose time is over has expired. */
export function findSession(world: World, account: string | undefined, id: string): SessionObject {
  const session = world.store.find<SessionObject>('checkout.session', id, account);
  if (!session) throw missing('checkout.session', id);
  return session.status === 'open' && session.expires_at <= world.seconds() ? end(world, session) : session;
}

export function expireSession(world: World, account: string, id: string): SessionObject {
  const session = findSession(world, account, id);
  if (session.status !== 'open') {
    throw invalid(
      'resource_invalid_state',
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return end(world, session);
}

function end(world: World, session: SessionObject): SessionObject {
  const account = world.store.accountOf(session.id);
  const expired = world.put(account, { ...session, status: 'expired' as const, url: null });
  world.emit(account, 'checkout.session.expired', expired);
  return expired;
}

/** What Stripe says of a card and its holder. */
const CARD = { brand: 'visa', exp_month: 8, exp_year: 2030, fingerprint: 'Xt5EWLLDS7FJjR1c', last4: '4242' };

/** The buyer pays: the card is charged on the session's account, with the fee for the platform. */
export function paySession(world: World, id: string): SessionObject {
  const session = findSession(world, undefined, id);
  if (session.status !== 'open') throw invalid('resource_invalid_state', `The session is ${session.status}.`);
  const account = world.store.accountOf(id);
  const { amount_total: amount, currency, intent } = session;
  const [intentId, chargeId] = [world.newId('pi'), world.newId('ch')];
  const fee = intent.fee > 0 ? world.newId('fee') : null;
  const fees = [{ type: 'stripe_fee', amount: processingFee(amount) }];
  if (fee) fees.push({ type: 'application_fee', amount: intent.fee });
  const entry = book(world, account, { type: 'charge', category: 'charge', amount, currency, source: chargeId, fees });
  world.put(account, {
    id: intentId,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    application_fee_amount: intent.fee || null,
    created: world.seconds(),
    currency,
    description: intent.description,
    latest_charge: chargeId,
    livemode: false,
    metadata: intent.metadata,
    status: 'succeeded',
  });
  const charge = world.put<ChargeObject>(account, {
    id: chargeId,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application_fee: fee,
    application_fee_amount: intent.fee || null,
    balance_transaction: entry.id,
    // What Stripe says of a card, so that a test can look for it where it must not be.
    billing_details: { email: 'cardholder@example.com', name: 'Carla Cardholder' },
    created: world.seconds(),
    currency,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intentId,
    payment_method_details: { type: 'card', card: CARD },
    refunded: false,
    status: 'succeeded',
  });
  if (fee) {
    const source = { account, amount: intent.fee, charge: chargeId, currency };
    const booked = book(world, '', {
      type: 'application_fee',
      category: 'platform_earning',
      source: fee,
      amount: intent.fee,
      currency,
    });
    const object = {
      id: fee,
      object: 'application_fee',
      amount_refunded: 0,
      balance_transaction: booked.id,
      ...source,
    };
    world.put('', { ...object, created: world.seconds(), livemode: false, refunded: false });
  }
  const paid = world.put(account, {
    ...session,
    customer_details: { email: 'cardholder@example.com', name: 'Carla Cardholder' },
    payment_intent: intentId,
    payment_status: 'paid' as const,
    status: 'complete' as const,
    url: null,
  });
  world.emit(account, 'charge.succeeded', charge);
  world.emit(account, 'checkout.session.completed', paid);
  return paid;
}
