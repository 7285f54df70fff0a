import type { Command } from 'commander';
import { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import { listRefunds } from '../../orders/refunds.js';
import { count, instant, instantOrNull, shown, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const REFUND = z.object({
  id: text,
  created_at: instant,
  amount: count,
  currency: text,
  tickets: count,
  reason: text,
  cause: textOrNull,
  /** Null: not yet. */
  sent_at: instantOrNull,
});

export function addRefundsVerb(sale: Command, cli: Cli): void {
  const refunds = sale.command('refunds').argument('<order>', 'id of the order');
  cli.verb(refunds.description('Refunds of an order, and why.'), {
    json: z.object({ order_id: text, refunds: z.array(REFUND) }),
    run: async ({ ctx }, orderId: string) => ({
      order_id: orderId,
      refunds: (await listRefunds(ctx, orderId)).map((refund) => ({
        ...snake(refund),
        amount: toDecimal(refund.amountMinor, refund.currency),
        tickets: refund.quantity,
      })),
    }),
    text({ order_id, refunds: found }, session) {
      if (found.length === 0) return session.say(`No refunds for order ${order_id}.`);
      session.table(
        ['REFUND', 'WHEN', 'AMOUNT', 'TICKETS', 'REASON', 'CAUSE', 'SENT'],
        found.map((refund) => [
          refund.id,
          shown(refund.created_at),
          `${refund.amount} ${refund.currency}`,
          String(refund.tickets),
          refund.reason,
          refund.cause ?? '',
          shown(refund.sent_at) || 'not yet',
        ]),
      );
    },
  });
}
