import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { negated } from '../core/money.js';
import type { BalanceLine } from './balance.js';
import { InvalidSignature, ProcessorRefusal } from './errors.js';
import type { Account, Payment, PaymentsPort, RefundResult } from './port.js';

/** How many of each kind are kept. */
const REMEMBERED = 1_000;

interface SimulatedCheckout {
  state: 'open' | 'closed' | 'paid';
  url: string;
  account: string;
  key: string;
  payment: Payment;
  feeMinor: number;
}

/** Moves no money: for test orders, and live ones with `PAYMENTS=simulated`. Its pages exist in this process only. */
export interface SimulatedPayments extends PaymentsPort {
  /** The buyer pays on a page that {@link PaymentsPort.openCheckout} opened. */
  pay(checkout: string): void;
}

/** @param options.origin public scheme and host of the checkout page. */
export function createSimulatedPayments(options: { origin: string; enabled: boolean }): SimulatedPayments {
  const { origin } = options;
  const checkouts = new LRUCache<string, SimulatedCheckout>({ max: REMEMBERED });
  const refunds = new LRUCache<string, RefundResult>({ max: REMEMBERED });
  const accounts = new LRUCache<string, Account>({ max: REMEMBERED });
  const balance = new LRUCache<string, BalanceLine & { account: string | null }>({ max: REMEMBERED });
  const book = (
    account: string | null,
    line: Pick<BalanceLine, 'kind' | 'object' | 'amount'> & Partial<BalanceLine>,
  ) => {
    const id = `sim_line_${digest(`${account} ${line.object}`)}`;
    if (balance.has(id)) return;
    balance.set(id, {
      id,
      at: new Date(),
      subject: line.object,
      claimed: true,
      fee: null,
      payer: null,
      ...line,
      account,
    });
  };
  const known = (checkout: string): SimulatedCheckout => {
    const found = checkouts.get(checkout);
    if (!found) throw new ProcessorRefusal('resource_missing', `there is no checkout ${checkout}`);
    return found;
  };
  return {
    enabled: options.enabled,
    hosted: false,
    checkoutUrl: (token) => `${origin}/checkout/${token}`,

    amountRefusal: () => null,
    smallestCharge: () => 1,
    async openCheckout({ key, account, lines, currency, feeMinor }) {
      const reference = `sim_checkout_${digest(key)}`;
      const minor = lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0);
      const payment = { reference: `sim_pay_${digest(key)}`, amount: { minor, currency } };
      const page: SimulatedCheckout = checkouts.get(reference) ?? {
        state: 'open',
        url: `${origin}/simulated/${reference}`,
        account,
        key,
        payment,
        feeMinor,
      };
      checkouts.set(reference, page);
      return { reference, url: page.url };
    },
    async closeCheckout({ reference }) {
      const page = known(reference);
      if (page.state === 'paid') return { state: 'paid', payment: page.payment };
      page.state = 'closed';
      return { state: 'closed' };
    },
    async findPayment({ reference }) {
      const page = known(reference);
      return page.state === 'paid' ? page.payment : null;
    },
    async findCheckout({ paymentReference }) {
      for (const [checkout, { state, key, payment }] of checkouts.entries()) {
        if (state === 'paid' && payment.reference === paymentReference) return { checkout, key, payment };
      }
      return null;
    },
    pay(checkout) {
      const page = known(checkout);
      if (page.state === 'closed') throw new ProcessorRefusal('checkout_closed', 'the page is closed');
      page.state = 'paid';
      const { account, payment, feeMinor } = page;
      const { reference: object, amount } = payment;
      const fee = feeMinor > 0 ? `sim_fee_${digest(object)}` : null;
      book(account, { kind: 'payment', object, amount, fee });
      const charged = { ...amount, minor: feeMinor };
      if (fee) book(null, { kind: 'fee', object: fee, amount: charged, fee, payer: account, claimed: false });
    },

    async refund({ account, refundId, paymentReference: subject, amount }) {
      const made: RefundResult = { reference: `sim_refund_${digest(refundId)}`, state: 'succeeded' };
      refunds.set(refundId, made);
      book(account, { kind: 'refund', subject, object: made.reference, amount: negated(amount) });
      return made;
    },
    findRefund: async ({ refundId }) => refunds.get(refundId) ?? null,

    async *balanceLines(account, { from, to }) {
      for (const { account: of, ...line } of balance.values()) {
        if (of === account && line.at >= from && line.at < to) yield line;
      }
    },

    async createAccount({ key, country, purpose }) {
      const id = `sim_account_${digest(key)}`;
      const made = accounts.get(id) ?? {
        id,
        chargesEnabled: purpose === 'charges',
        transfersEnabled: true,
        payoutsEnabled: true,
        currency: null,
        country,
        requirements: [],
        disabledReason: null,
      };
      accounts.set(id, made);
      return made;
    },
    async findAccount(account) {
      const found = accounts.get(account);
      if (!found) throw new ProcessorRefusal('account_invalid', `there is no account ${account}`);
      return found;
    },
    accountLink: async (account) => `${origin}/simulated/${account}`,

    readEvent() {
      throw new InvalidSignature('the simulation sends no messages');
    },
    completeEvent: async () => null,
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
