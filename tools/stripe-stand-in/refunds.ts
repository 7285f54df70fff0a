import type { ChargeObject } from './checkout.js';
import { invalid, missing } from './errors.js';
import { type Form, formOf, numberOf, textOf } from './form.js';
import { type BalanceTransaction, book, DISPUTE_FEE } from './ledger.js';
import type { StripeObject } from './store.js';
import type { World } from './world.js';

export type RefundState = 'pending' | 'succeeded' | 'failed';

export interface RefundObject extends StripeObject {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  status: RefundState;
  failure_reason?: string;
  metadata: Record<string, string>;
  feeMinor: number;
}

interface DisputeObject extends StripeObject {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  status: string;
  balance_transactions: BalanceTransaction[];
}

function chargeOf(world: World, account: string | undefined, intent: string): ChargeObject {
  const charge = world.store.all<ChargeObject>('charge', account).find((stored) => stored.payment_intent === intent);
  if (!charge) throw missing('payment_intent', intent);
  return charge;
}

/** @param state that it has at once. */
export function createRefund(world: World, account: string, form: Form, state: RefundState): RefundObject {
  const charge = chargeOf(world, account, textOf(form, 'payment_intent') ?? '');
  const left = charge.amount - charge.amount_refunded;
  const amount = numberOf(form, 'amount') ?? left;
  if (left === 0) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  if (charge.disputed) throw invalid('charge_disputed', `Charge ${charge.id} has been charged back.`);
  if (amount > left || amount <= 0) {
    throw invalid(
      'amount_too_large',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
    );
  }
  const withFee = textOf(form, 'refund_application_fee') === 'true';
  if (withFee && !charge.application_fee)
    throw invalid('application_fee_missing', 'The charge has no application fee.');
  const part = withFee ? Math.floor(((charge.application_fee_amount ?? 0) * amount) / charge.amount) : 0;
  if (part > 0) takeFromFee(world, charge.application_fee ?? '', part);
  const refund = world.put<RefundObject>(account, {
    id: world.newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    feeMinor: part,
    metadata: formOf(form, 'metadata') as Record<string, string>,
    payment_intent: charge.payment_intent,
    reason: textOf(form, 'reason') ?? null,
    status: state,
  });
  const refunded = charge.amount_refunded + amount;
  const changed = world.put(account, { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount });
  const { currency } = charge;
  book(world, account, { type: 'refund', category: 'refund', amount: -amount, currency, source: refund.id });
  if (part > 0 && charge.application_fee) {
    const source = world.newId('fr');
    book(world, account, { type: 'application_fee_refund', category: 'fee', amount: part, currency, source });
    const type = 'application_fee_refund';
    const entry = book(world, '', { type, category: 'platform_earning_refund', amount: -part, currency, source });
    world.put('', {
      id: source,
      object: 'fee_refund',
      amount: part,
      balance_transaction: entry.id,
      created: world.seconds(),
      currency,
      fee: charge.application_fee,
      metadata: {},
    });
  }
  world.emit(account, 'refund.created', refund);
  world.emit(account, 'charge.refunded', changed);
  return refund;
}

interface FeeObject extends StripeObject {
  amount: number;
  amount_refunded: number;
}

/** A fee gives no more back than is left of it; a refund that fails later leaves it given. */
function takeFromFee(world: World, id: string, part: number): void {
  const fee = world.store.find<FeeObject>('application_fee', id);
  if (!fee) throw missing('application_fee', id);
  const left = fee.amount - fee.amount_refunded;
  if (part > left) {
    throw invalid('amount_too_large', `Refund amount (${part}) is greater than unrefunded amount on fee (${left}).`);
  }
  const given = fee.amount_refunded + part;
  world.put('', { ...fee, amount_refunded: given, refunded: given === fee.amount });
}

/** The result of a refund at the buyer's bank, days later. */
export function settleRefund(world: World, id: string, state: Exclude<RefundState, 'pending'>): RefundObject {
  const account = world.store.accountOf(id);
  const refund = world.store.find<RefundObject>('refund', id);
  if (!refund) throw missing('refund', id);
  const settled = world.put(account, {
    ...refund,
    status: state,
    ...(state === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  });
  if (state === 'failed') {
    const charge = chargeOf(world, account, refund.payment_intent);
    world.put(account, { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
    const { amount, currency } = refund;
    book(world, account, { type: 'refund_failure', category: 'refund_failure', amount, currency, source: id });
    world.emit(account, 'refund.failed', settled);
  }
  world.emit(account, 'refund.updated', settled);
  return settled;
}

/** @param inquiry the bank only asks yet, and takes no money. */
export function openDispute(
  world: World,
  { intent, amount, inquiry }: { intent: string; amount?: number; inquiry?: boolean },
): StripeObject {
  const charge = chargeOf(world, undefined, intent);
  const account = world.store.accountOf(charge.id);
  const asked = world.put<DisputeObject>(account, {
    id: world.newId('dp'),
    object: 'dispute',
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    evidence: { customer_email_address: 'cardholder@example.com', customer_name: 'Carla Cardholder' },
    is_charge_refundable: Boolean(inquiry),
    livemode: false,
    metadata: {},
    payment_intent: intent,
    payment_method_details: { type: 'card', card: { brand: 'visa', network_reason_code: '10.4' } },
    reason: 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  });
  const dispute = inquiry ? asked : withdraw(world, account, asked);
  world.emit(account, 'charge.dispute.created', dispute);
  if (!inquiry) world.emit(account, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** `needs_response`: an inquiry becomes a dispute. */
export function moveDispute(
  world: World,
  id: string,
  status: 'won' | 'lost' | 'warning_closed' | 'needs_response',
): StripeObject {
  const account = world.store.accountOf(id);
  const dispute = world.store.find<DisputeObject>('dispute', id);
  if (!dispute) throw missing('dispute', id);
  if (status === 'needs_response') {
    const moved = withdraw(world, account, { ...dispute, status });
    world.emit(account, 'charge.dispute.funds_withdrawn', moved);
    world.emit(account, 'charge.dispute.updated', moved);
    return moved;
  }
  const { amount, currency } = dispute;
  const entry = { type: 'adjustment', category: 'dispute_reversal', amount, currency, source: id };
  const back = status === 'won' ? [book(world, account, entry)] : [];
  const entries = [...dispute.balance_transactions, ...back];
  const moved = world.put(account, { ...dispute, status, balance_transactions: entries });
  if (status === 'won') world.emit(account, 'charge.dispute.funds_reinstated', moved);
  world.emit(account, 'charge.dispute.closed', moved);
  return moved;
}

/** @returns the dispute with its amount. */
function withdraw(world: World, account: string, dispute: DisputeObject): DisputeObject {
  const { id, amount, currency, payment_intent } = dispute;
  const charge = chargeOf(world, account, payment_intent);
  world.put(account, { ...charge, disputed: true });
  const fees = [{ type: 'stripe_fee', amount: DISPUTE_FEE }];
  const entry = { type: 'adjustment', category: 'dispute', amount: -amount, currency, source: id, fees };
  return world.put(account, { ...dispute, balance_transactions: [book(world, account, entry)] });
}
