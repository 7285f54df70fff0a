import { createHash } from 'node:crypto';
import type { PaymentsPort } from './port.js';

/**
 * A simulated processor that moves no money: it serves test orders always, and live ones where `PAYMENTS=simulated`.
 *
 * @param origin public scheme and host of the checkout page.
 */
export function createSimulatedPayments(options: { origin: string; live: boolean }): PaymentsPort {
  return {
    liveEnabled: options.live,
    checkoutUrl: (token) => `${options.origin}/checkout/${token}`,
    async refund({ idempotencyKey }) {
      const digest = createHash('sha256').update(idempotencyKey).digest('hex');
      return { reference: `sim_refund_${digest.slice(0, 24)}` };
    },
  };
}
