import type { ProcessorEvent } from '../payments/port.js';
import { recordEvent } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { payIn } from './pay-order.js';
import { reportDispute } from './report-dispute.js';
import { reportRefund } from './send-refund.js';
import { findPage } from './sql/checkouts.js';

/** `known`: it was applied before. `foreign`: of something that is not ours. */
export type ReceivedEvent = 'applied' | 'known' | 'foreign';

/**
 * Applies a message of the processor about a payment, once: it is written down in the transaction of what it changes. Messages may come
 * twice, late and in any order.
 */
export async function receivePaymentEvent(ctx: Context, event: ProcessorEvent): Promise<ReceivedEvent> {
  return ctx.sql.begin(async (tx) => {
    if (!(await recordEvent(tx, event, ctx.clock.now()))) return 'known';
    return (await apply(ctx, tx, event)) ? 'applied' : 'foreign';
  });
}

async function apply(ctx: Context, tx: Transaction, { what, account }: ProcessorEvent): Promise<boolean> {
  switch (what.kind) {
    case 'checkout_paid': {
      const page = what.key === null ? undefined : await findPage(tx, what.key);
      if (!page || what.key === null || page.account !== account) return false;
      // Somebody with the organizer's account may open a page with our key: without our fee, it pays nothing here.
      if (page.reference !== null && page.reference !== what.checkout) return false;
      const { reference: paymentReference, amountMinor, currency } = what.payment;
      await payIn(ctx, tx, {
        orderId: page.orderId,
        paymentReference,
        page: { id: what.key, reference: what.checkout, amountMinor, currency },
      });
      return true;
    }
    case 'refund':
      return reportRefund(ctx, tx, { refund: what.refund, account });
    case 'dispute':
      return reportDispute(ctx, tx, { dispute: what.dispute, account });
    default:
      return false;
  }
}
