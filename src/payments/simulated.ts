import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { negated } from '../core/money.js';
import type { BalanceLine } from './balance.js';
import { InvalidSignature, ProcessorRefusal } from './errors.js';
import type { Account, PaymentsPort, RefundResult } from './port.js';

/** How many of each kind are kept. */
const REMEMBERED = 1_000;

const noPages = async (): Promise<never> => {
  throw new ProcessorRefusal('resource_missing', 'the simulation has no pages: buyers pay on ours');
};

/**
 * Moves no money: for test orders, and live ones with `PAYMENTS=simulated`. Its memory is this process's.
 *
 * @param options.origin public scheme and host of the checkout page.
 */
export function createSimulatedPayments(options: { origin: string; enabled: boolean }): PaymentsPort {
  const { origin } = options;
  const refunds = new LRUCache<string, RefundResult>({ max: REMEMBERED });
  const accounts = new LRUCache<string, Account>({ max: REMEMBERED });
  const balance = new LRUCache<string, BalanceLine & { account: string | null }>({ max: REMEMBERED });
  return {
    enabled: options.enabled,
    hosted: false,
    checkoutUrl: (token) => `${origin}/checkout/${token}`,

    amountRefusal: () => null,
    smallestCharge: () => 1,
    openCheckout: noPages,
    closeCheckout: noPages,
    findPayment: noPages,
    findCheckout: async () => null,

    async refund({ account, refundId, paymentReference: subject, amount }) {
      const object = `sim_refund_${digest(refundId)}`;
      const made: RefundResult = { reference: object, state: 'succeeded' };
      refunds.set(refundId, made);
      const id = `sim_line_${digest(`${account} ${object}`)}`;
      const line = { id, at: new Date(), kind: 'refund' as const, subject, object, amount: negated(amount), account };
      if (!balance.has(id)) balance.set(id, { ...line, claimed: true, fee: null, payer: null });
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
