import type { Command } from 'commander';
import { toDecimal } from '../../domain/money.js';
import { listRefunds } from '../../services/orders/list-refunds.js';
import { printTable } from '../print.js';
import { run } from './run.js';

export function addRefundsCommand(sale: Command): void {
  sale
    .command('refunds')
    .argument('<order>', 'id of the order')
    .description('Money that goes back to the buyer of an order, and why.')
    .action((orderId: string) =>
      run(async (ctx) => {
        const refunds = await listRefunds(ctx, orderId);
        if (refunds.length === 0) return console.log(`No refunds of an order ${orderId}.`);
        printTable(
          ['REFUND', 'WHEN', 'AMOUNT', 'TICKETS', 'REASON', 'CAUSE', 'SENT'],
          refunds.map((refund) => [
            refund.id,
            refund.created_at.toISOString(),
            `${toDecimal(refund.amount_minor, refund.currency)} ${refund.currency}`,
            String(refund.quantity),
            refund.reason,
            refund.cause ?? '',
            refund.sent_at?.toISOString() ?? 'not yet',
          ]),
        );
      }),
    );
}
