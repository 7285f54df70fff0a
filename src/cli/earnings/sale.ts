import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { decimalOf } from '../../core/money.js';
import { reverseSale } from '../../earnings/reverse-sale.js';
import { REVERSAL_REASONS, type ReversalReason } from '../../earnings/rules/earnings.js';
import { reversedEarning } from '../../earnings/schemas.js';
import { showSale } from '../../earnings/show-sale.js';
import { refundSale } from '../../orders/refunds.js';
import * as schemas from '../../orders/schemas.js';
import { addFailedRefundVerbs, addMessageVerbs } from '../orders/refunds.js';
import { wholeNumber } from '../support/options.js';
import type { Cli } from '../support/verb.js';

/** Reasons an operator gives; `refund` and `partial_refund` follow from a refund of the order. */
const REASONS = REVERSAL_REASONS.filter((reason) => reason !== 'refund' && reason !== 'partial_refund');

export function declareArea(sale: Command, cli: Cli): void {
  addMessageVerbs(sale, cli);
  addFailedRefundVerbs(sale, cli);

  const refund = sale
    .command('refund')
    .argument('<id>', 'id of the sale or its order')
    .option('--tickets <number>', 'number of tickets (default: all that are left)', wholeNumber)
    .option('--ticket-type <id>', 'only tickets of this type; needed for a part of an order of several types')
    .description('Refunds some or all tickets to the buyer. The earning is reversed in proportion.');
  cli.verb(refund, {
    // `status`: the order's.
    json: schemas.refund
      .pick({ tickets: true, amount: true, currency: true })
      .extend(schemas.order.pick({ status: true }).shape),
    run: async ({ ctx }, id: string, choice: { tickets?: number; ticketType?: string }) => {
      const { tickets, ticketType: ticketTypeId } = choice;
      const done = await refundSale(ctx, { id, tickets, ticketTypeId });
      const { currency } = done.amount;
      return { tickets: done.tickets, amount: decimalOf(done.amount), currency, status: done.status };
    },
    text: ({ tickets, amount: money, currency, status }, session) =>
      session.say(`${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}, ${money} ${currency}: the order is ${status}`),
  });

  const reverse = sale
    .command('reverse')
    .argument('<id>', 'id of the sale or its order')
    .addOption(new Option('--reason <reason>', 'why').choices(REASONS).makeOptionMandatory())
    .option('--amount <amount>', "the part of the buyer's payment that the reason applies to (default: all)", amount)
    .description('Reverses what a sale earned. The order and the payment stay as they are.');
  cli.verb(reverse, {
    // Null: nothing was left to reverse.
    json: z.object({ earning: reversedEarning.nullable() }),
    run: async ({ ctx }, id: string, options: { reason: ReversalReason; amount?: number }) => {
      const saleId = (await showSale(ctx, id)).sale.id;
      return { earning: await reverseSale(ctx, { saleId, ...options }) };
    },
    text({ earning }, session) {
      if (earning) session.say(`${earning.id}  ${earning.commission} ${earning.currency}  ${earning.reason}`);
      else session.say('Nothing is left to reverse.');
    },
  });
}

function amount(text: string): number {
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) throw new InvalidArgumentError('must be an amount such as 12.50.');
  return Number(text);
}
