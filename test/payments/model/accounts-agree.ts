import { fromStripe } from '../../../src/payments/stripe/amounts.js';
import { bankId } from '../../../src/settlements/rules/bank-text.js';
import type { ChargeObject } from '../../../tools/stripe-stand-in/checkout.js';
import type { RefundObject } from '../../../tools/stripe-stand-in/refunds.js';
import type { StripeObject } from '../../../tools/stripe-stand-in/store.js';
import type { TransferObject } from '../../../tools/stripe-stand-in/transfers.js';
import { type Books, type OrderFacts, readBooks } from './books.js';
import type { Accounts } from './history.js';

/** @throws with all that does not agree. */
function agree(faults: string[]): void {
  if (faults.length > 0) throw new Error(`the accounts do not agree:\n  ${faults.join('\n  ')}`);
}

/** After each step, whatever is still under way. */
export async function checkAccounts(history: Accounts): Promise<void> {
  const books = await readBooks(history);
  agree([
    ...seats(books),
    ...books.orders.flatMap((order) => moneyOfOrder(books, order)),
    ...chargesAreKnown(history, books),
    ...refundsAreKnown(history, books),
    ...disputesAreKnown(history, books),
    ...statementsAddUp(books),
    ...bankAgrees(history, books),
    ...transfersAgree(history, books),
  ]);
}

const SOLD = ['paid', 'partially_refunded', 'refunded'];

function seats({ stock, orders }: Books): string[] {
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);
  const faults = stock.flatMap(({ type, capacity, held, sold, waiting, valid }) => [
    ...(held === waiting && sold === valid
      ? []
      : [`${type}: ${held} held, ${sold} sold; orders: ${waiting}, ${valid}`]),
    ...(held + sold > capacity ? [`${type}: ${held} held and ${sold} sold of ${capacity}`] : []),
  ]);
  const taken = orders.filter(({ status, payment }) => SOLD.includes(status) && payment !== null);
  const left = sum(taken.map(({ quantity, refundedQuantity }) => quantity - refundedQuantity));
  const sold = sum(stock.map((type) => type.sold));
  return left === sold ? faults : [...faults, `${sold} tickets sold, and ${left} of orders`];
}

/** The refunded amount, the remaining tickets, and the partner's part. */
function moneyOfOrder({ refunds, disputes }: Books, order: OrderFacts): string[] {
  const { id, status, quantity, total, refunded, refundedQuantity, payment, tickets, commission, ledger } = order;
  const faults: string[] = [];
  const own = refunds.filter((refund) => refund.order === id && refund.payment === payment);
  const back = Math.min(
    total,
    own.reduce((sum, { amount }) => sum + amount, 0),
  );
  if (payment !== null && back !== refunded) faults.push(`${id}: ${refunded} refunded, and refunds of ${back}`);
  if (payment === null && (refunded > 0 || own.length > 0)) faults.push(`${id}: refunded and not paid`);
  if ((status === 'refunded') !== (refunded === total))
    faults.push(`${id}: ${status} with ${refunded} of ${total} refunded`);
  const isSold = commission !== null;
  const due = isSold ? quantity - refundedQuantity : 0;
  if (tickets !== due) faults.push(`${id}: ${tickets} tickets, and not ${due}`);
  const taken = disputes
    .filter(
      (dispute) => dispute.order === id && dispute.payment === payment && ['open', 'lost'].includes(dispute.state),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  const left = Math.max(0, total - refunded - taken);
  if (isSold && ledger * total !== commission * left)
    faults.push(`${id}: the partner has ${ledger}, and not ${left}/${total} of ${commission}`);
  return faults;
}

/** Every payment at Stripe is ours, or on its way to us; and the other way round. */
function chargesAreKnown({ stripe, account }: Accounts, { orders, pages }: Books): string[] {
  const charges = stripe.world.store.all<ChargeObject & { metadata: Record<string, string> }>('charge', account);
  const faults: string[] = [];
  for (const { payment_intent: intent, amount, metadata, application_fee_amount: fee } of charges) {
    const page = pages.find(({ id }) => id === metadata.checkout_key);
    const order = orders.find(({ id }) => id === page?.order);
    if (!page || !order) faults.push(`${intent}: nobody knows of it`);
    else if (page.payment !== intent && !page.isOpen) faults.push(`${intent}: nobody will ask about it`);
    else if (amount !== order.total || (fee ?? 0) !== page.fee)
      faults.push(`${intent}: ${amount} (${fee}), and not ${order.total} (${page.fee})`);
  }
  for (const { id, payment } of pages) {
    if (payment !== null && !charges.some((charge) => charge.payment_intent === payment))
      faults.push(`${id}: paid, and not at Stripe`);
  }
  for (const { id, payment } of orders) {
    if (payment !== null && !pages.some((page) => page.payment === payment)) faults.push(`${id}: paid without a page`);
  }
  return faults;
}

const RANKS: Record<string, number> = { pending: 1, succeeded: 2, failed: 3 };

function refundsAreKnown({ stripe, account, mail }: Accounts, { refunds }: Books): string[] {
  const made = stripe.world.store.all<RefundObject>('refund', account);
  const waitingIds = mail.map(
    (id) => stripe.world.store.find<StripeObject & { data: { object: StripeObject } }>('event', id)?.data.object.id,
  );
  const faults: string[] = [];
  for (const { id, amount, payment_intent: intent, status, metadata } of made) {
    const row =
      refunds.find((refund) => refund.reference === id) ?? refunds.find((refund) => refund.id === metadata.refund_id);
    const isAttempt = metadata.refund_id !== undefined;
    if (!row && (isAttempt || status !== 'failed') && !waitingIds.includes(id))
      faults.push(`${id}: nobody knows of it`);
    if (row && (row.amount !== amount || row.payment !== intent))
      faults.push(`${id}: ${amount} of ${intent}, and not ${row.amount} of ${row.payment}`);
  }
  for (const { id, sent, reference, state } of refunds) {
    const entry = made.find((refund) => refund.id === reference);
    if (sent && !entry) faults.push(`${id}: sent, and not at Stripe`);
    if (entry && (RANKS[state ?? ''] ?? 0) > (RANKS[entry.status] ?? 0))
      faults.push(`${id}: ${state}, and ${entry.status} at Stripe`);
    const moved = made.filter(({ metadata, status }) => metadata.refund_id === id && status !== 'failed');
    if (moved.length > 1) faults.push(`${id}: went back ${moved.length} times`);
  }
  return faults;
}

function disputesAreKnown({ stripe, account, mail }: Accounts, { disputes }: Books): string[] {
  const { store } = stripe.world;
  const made = store.all<StripeObject & { amount: number; status: string }>('dispute', account);
  const waitingIds = mail.map(
    (id) => store.find<StripeObject & { data: { object: StripeObject } }>('event', id)?.data.object.id,
  );
  const faults: string[] = [];
  for (const { id, amount, status } of made) {
    const row = disputes.find((dispute) => dispute.id === id);
    if (waitingIds.includes(id)) continue;
    if (row?.state !== (OURS[status] ?? 'open') || row.amount !== amount) {
      faults.push(`${id}: ${amount} ${status}, and not ${row?.amount} ${row?.state}`);
    }
  }
  return faults;
}

const OURS: Record<string, string> = {
  warning_needs_response: 'inquiry',
  warning_closed: 'inquiry_closed',
  won: 'won',
  lost: 'lost',
};

/** Each statement is its lines, no line counts twice, and every cent of the ledger is somewhere. */
function statementsAddUp({ statements, twice, sums }: Books): string[] {
  const faults = twice.map((id) => `${id}: on two statements`);
  for (const { id, amount, vat, lines, listed, listedLines } of statements) {
    if (amount !== listed + vat || lines !== listedLines)
      faults.push(`${id}: ${amount} in ${lines}, and lines of ${listed} in ${listedLines} with VAT of ${vat}`);
  }
  for (const { currency, ledger, paid, open, carried, waiting } of sums) {
    if (paid + open + carried + waiting !== ledger) {
      faults.push(`${currency}: ledger ${ledger}; paid ${paid}, open ${open}, carried ${carried}, waiting ${waiting}`);
    }
  }
  return faults;
}

/** The bank's bookings equal our statements. */
function bankAgrees({ bank, stripe }: Accounts, { statements, transfers, owedAgain, recovered }: Books): string[] {
  const faults: string[] = [];
  for (const { id, status, amount } of statements.filter(({ method }) => method === 'bank_transfer')) {
    const own = transfers.filter(({ statement, isFiled }) => statement === id && isFiled);
    const references = own.map((entry) => bankId(entry.id));
    const payments = bank.payments.filter(({ reference }) => references.includes(reference));
    const isPaid = bank.byHand.has(id) || bank.entries.some(({ reference }) => references.includes(reference));
    if (status === 'paid' && !isPaid) faults.push(`${id}: paid, and not at the bank`);
    if (payments.some((payment) => payment.amountMinor !== amount))
      faults.push(`${id}: the bank has another amount than ${amount}`);
  }
  const returned = bank.entries.reduce((sum, { direction, minor }) => sum + (direction === 'CRDT' ? minor : 0), 0);
  const back = returned + reversedMinor(stripe, statements);
  if (owedAgain + recovered > back) faults.push(`${back} came back, and ${owedAgain + recovered} is owed again`);
  return faults;
}

const sentFor = ({ world }: Accounts['stripe'], settlementId: string) =>
  world.store
    .all<TransferObject & { metadata: Record<string, string> }>('transfer')
    .filter(({ metadata }) => metadata.settlement_id === settlementId);

function reversedMinor(stripe: Accounts['stripe'], statements: Books['statements']): number {
  const reversed = statements.flatMap(({ id, currency }) =>
    sentFor(stripe, id).map((entry) => fromStripe(entry.amount_reversed, currency).minor),
  );
  return reversed.reduce((sum, entry) => sum + entry, 0);
}

/** What went out by transfers is what our statements say, once each, also after it was reversed. */
function transfersAgree({ bank, stripe }: Accounts, { statements }: Books): string[] {
  const faults: string[] = [];
  for (const { id, status, method, amount, currency } of statements) {
    const made = sentFor(stripe, id);
    if (made.length > 1) faults.push(`${id}: sent ${made.length} times`);
    if (status === 'paid' && method === 'processor_transfer' && made.length === 0 && !bank.byHand.has(id))
      faults.push(`${id}: paid, and not sent`);
    if (['issued', 'void', 'carried', 'failed'].includes(status) && made.length > 0)
      faults.push(`${id}: ${status}, and sent`);
    if (made.some((entry) => fromStripe(entry.amount, currency).minor !== amount))
      faults.push(`${id}: another amount was sent`);
  }
  return faults;
}

/** Once nothing is under way, all is equal. */
export async function checkSettled(history: Accounts): Promise<void> {
  await checkAccounts(history);
  const { stripe, account, bank } = history;
  const books = await readBooks(history);
  const faults = history.mail.map((id) => `${id}: not received`);
  for (const { id, isOpen } of books.pages) if (isOpen) faults.push(`${id}: still open`);
  for (const { id, status } of books.orders) if (status === 'awaiting_payment') faults.push(`${id}: still held`);
  for (const { id, sent, state } of books.refunds) if (!sent && state !== 'failed') faults.push(`${id}: not sent`);
  const made = stripe.world.store.all<RefundObject>('refund', account);
  for (const { id, reference, state } of books.refunds) {
    const there = made.find((entry) => entry.id === reference)?.status;
    if (reference !== null && there !== state) faults.push(`${id}: ${state}, and ${there} at Stripe`);
  }
  for (const { payment_intent: intent, amount, amount_refunded: back } of stripe.world.store.all<ChargeObject>(
    'charge',
    account,
  )) {
    const own = books.refunds.filter(({ payment, state }) => payment === intent && state !== 'failed');
    const sum = own.reduce((all, entry) => all + entry.amount, 0);
    if (sum !== back) faults.push(`${intent}: ${back} went back, and our refunds are ${sum}`);
    const order = books.orders.find(({ payment }) => payment === intent);
    const all = books.refunds
      .filter(({ payment }) => payment === intent)
      .reduce((total, entry) => total + entry.amount, 0);
    if (!order && all < amount) faults.push(`${intent}: neither tickets nor a refund`);
  }
  for (const { id, status, amount } of books.statements) {
    if (['issued', 'paying'].includes(status)) faults.push(`${id}: still ${status}`);
    if (status === 'paid' && amount <= 0) faults.push(`${id}: ${amount} paid`);
  }
  const paid = books.statements.filter(({ status }) => status === 'paid').reduce((sum, entry) => sum + entry.amount, 0);
  const sent = books.statements.flatMap(({ id, currency }) =>
    sentFor(stripe, id).map((entry) => fromStripe(entry.amount - entry.amount_reversed, currency).minor),
  );
  // The bank paid too much by its own mistakes, and finance has settled all of it.
  const left = sent.reduce((sum, entry) => sum + entry, bank.paidMinor - books.settled + books.recovered);
  if (left !== paid - books.owedAgain) {
    faults.push(`${left} left our account; statements of ${paid} are paid, and ${books.owedAgain} is owed again`);
  }
  agree(faults);
}
