import type { Command } from 'commander';
import { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import { listRefunds } from '../../orders/refunds.js';
import { listDisputes } from '../../orders/report-dispute.js';
import * as schemas from '../../orders/schemas.js';
import { mendRefund } from '../../orders/send-refund.js';
import * as paymentsSchemas from '../../payments/schemas.js';
import { dismissSetAside, listSetAsideEvents } from '../../payments/set-aside.js';
import { instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function addRefundsVerb(sale: Command, cli: Cli): void {
  const refunds = sale.command('refunds').argument('<order>', 'id of the order');
  cli.verb(refunds.description('Refunds of an order, and why.'), {
    json: z.object({ order_id: text, refunds: z.array(schemas.refund) }),
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
        ['REFUND', 'WHEN', 'AMOUNT', 'TICKETS', 'REASON', 'CAUSE', 'SENT', 'STATE'],
        found.map((refund) => [
          refund.id,
          instantText(refund.created_at),
          `${refund.amount} ${refund.currency}`,
          String(refund.tickets),
          refund.reason,
          refund.cause ?? '',
          instantText(refund.sent_at) || 'not yet',
          refund.settled_at ? 'settled' : [refund.state, refund.failure].filter(Boolean).join(': '),
        ]),
      );
    },
  });
}

/** An operator's decisions about a failed refund. */
export function addFailedRefundVerbs(sale: Command, cli: Cli): void {
  const retry = sale.command('retry-refund').argument('<refund>', 'id of the refund');
  cli.verb(retry.description('Sends a refund again that failed (docs/payments.md).'), {
    json: z.object({ refund_id: text }),
    run: async ({ ctx }, refundId: string) => {
      await mendRefund(ctx, refundId, 'retry');
      return { refund_id: refundId };
    },
    text: ({ refund_id }, session) => session.say(`${refund_id} is sent again.`),
  });
  const settle = sale.command('settle-refund').argument('<refund>', 'id of the refund');
  cli.verb(settle.description('Marks a refund that failed as settled with the buyer in another way.'), {
    json: z.object({ refund_id: text }),
    run: async ({ ctx }, refundId: string) => {
      await mendRefund(ctx, refundId, 'settle');
      return { refund_id: refundId };
    },
    text: ({ refund_id }, session) => session.say(`${refund_id} is settled.`),
  });
}

export function addDisputesVerb(sale: Command, cli: Cli): void {
  const disputes = sale.command('disputes').argument('<order>', 'id of the order');
  cli.verb(disputes.description("Disputes of an order's payment with the buyer's bank."), {
    json: z.object({ order_id: text, disputes: z.array(schemas.dispute) }),
    run: async ({ ctx }, orderId: string) => ({
      order_id: orderId,
      disputes: (await listDisputes(ctx, orderId)).map((dispute) => ({
        ...snake(dispute),
        amount: toDecimal(dispute.amountMinor, dispute.currency),
      })),
    }),
    text({ order_id, disputes: found }, session) {
      if (found.length === 0) return session.say(`No disputes for order ${order_id}.`);
      session.table(
        ['DISPUTE', 'OPENED', 'AMOUNT', 'STATE', 'REASON'],
        found.map((dispute) => [
          dispute.id,
          instantText(dispute.opened_at),
          `${dispute.amount} ${dispute.currency}`,
          dispute.state,
          dispute.reason,
        ]),
      );
    },
  });
}

/** Messages of the payment processor that were set aside. */
export function addMessageVerbs(sale: Command, cli: Cli): void {
  const list = sale.command('messages').description('Messages of the payment processor that could not be read.');
  cli.verb(list, {
    json: z.object({ messages: z.array(paymentsSchemas.setAsideMessage) }),
    run: async ({ ctx }) => ({ messages: (await listSetAsideEvents(ctx)).map(snake) }),
    text({ messages }, session) {
      if (messages.length === 0) return session.say('No message was set aside.');
      session.table(
        ['EVENT', 'TYPE', 'MODE', 'ACCOUNT', 'OBJECT', 'FAULT', 'RECEIVED'],
        messages.map(({ id, type, mode, account, object_id, fault, received_at }) => [
          ...[id, type, mode, account ?? '', object_id ?? '', fault],
          instantText(received_at),
        ]),
      );
    },
  });

  const dismiss = sale
    .command('dismiss-message')
    .argument('<event>', 'id of the event')
    .requiredOption('--reason <text>', 'why; it is recorded')
    .description('Ends a message that was set aside, after you handled it.');
  cli.verb(dismiss, {
    json: z.object({ event: text }),
    async run({ ctx }, event: string, { reason }: { reason: string }) {
      await dismissSetAside(ctx, { event, reason });
      return { event };
    },
    text: ({ event }, session) => session.say(`${event} is dismissed.`),
  });
}
