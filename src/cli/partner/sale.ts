import { type Command, InvalidArgumentError, Option } from 'commander';
import { REVERSAL_REASONS, type ReversalReason } from '../../domain/earnings.js';
import { toDecimal } from '../../domain/money.js';
import { reverseSale } from '../../services/earnings/reverse-sale.js';
import { type ShownSale, showSale } from '../../services/earnings/show-sale.js';
import { refundSale } from '../../services/orders/refund-sale.js';
import { wholeNumber } from '../options.js';
import { printTable } from '../print.js';
import { addRefundsCommand } from './refunds.js';
import { run } from './run.js';

/** Reasons an operator gives; `refund` and `partial_refund` follow from a refund of the order. */
const REASONS = REVERSAL_REASONS.filter((reason) => reason !== 'refund' && reason !== 'partial_refund');

export function addSaleVerbs(sale: Command): void {
  sale
    .command('show')
    .argument('<id>', 'of the sale or its order')
    .description('A sale, its ledger, and what the partner sees of it.')
    .action((id: string) => run(async (ctx) => print(await showSale(ctx, id))));

  addRefundsCommand(sale);

  sale
    .command('refund')
    .argument('<id>', 'of the sale or its order')
    .option('--tickets <number>', 'how many tickets; all that are left when absent', wholeNumber)
    .description('Gives the buyer the money of some or all tickets back; the earning follows.')
    .action((id: string, { tickets }: { tickets?: number }) =>
      run(async (ctx) => {
        const refund = await refundSale(ctx, { id, tickets });
        const amount = toDecimal(refund.amountMinor, refund.currency);
        console.log(`${refund.tickets} tickets, ${amount} ${refund.currency}: the order is ${refund.status}`);
      }),
    );

  sale
    .command('reverse')
    .argument('<id>', 'of the sale or its order')
    .addOption(new Option('--reason <reason>', 'why').choices(REASONS).makeOptionMandatory())
    .option('--amount <amount>', "of the buyer's money that the reason is about; all when absent", amount)
    .description('Takes back what a sale earned; the order and the buyer’s money stay as they are.')
    .action((id: string, options: { reason: ReversalReason; amount?: number }) =>
      run(async (ctx) => {
        const saleId = (await showSale(ctx, id)).sale.id;
        const record = await reverseSale(ctx, { saleId, ...options });
        if (record) console.log(`${record.id}  ${record.commission} ${record.currency}  ${record.reason}`);
        else console.log('Nothing is left to take back.');
      }),
    );
}

function amount(text: string): number {
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) throw new InvalidArgumentError('must be an amount such as 12.50.');
  return Number(text);
}

const UNCREDITED = {
  company_suspended: 'the company was suspended when it was paid',
  outside_agreement: 'the agreement did not cover the event when it was paid',
};

function print({ sale, entries, earnings }: ShownSale): void {
  const paid = toDecimal(sale.paidMinor, sale.orderCurrency);
  console.log(`${sale.id}  ${sale.mode}  order ${sale.orderId}  company ${sale.companyId}  key ${sale.keyId}`);
  console.log(
    `${sale.quantity} tickets of ${sale.eventId}, ${paid} ${sale.orderCurrency}, ${sale.createdAt.toISOString()}`,
  );
  console.log(`Rate: ${rate(sale)}; sub_id: ${sale.subId ?? '–'}\n`);
  if (entries.length === 0) {
    const why = sale.uncredited && `: ${UNCREDITED[sale.uncredited]}`;
    console.log(`It earned nothing${why ?? ''}.`);
    return;
  }
  printTable(
    ['LEDGER', 'WHEN', 'COMMISSION', 'REASON', 'RECORD'],
    entries.map((entry) => [
      entry.kind,
      entry.createdAt.toISOString(),
      `${toDecimal(entry.commissionMinor, entry.currency)} ${entry.currency}`,
      entry.reason ?? '',
      entry.earningId,
    ]),
  );
  console.log('');
  printTable(
    ['EARNING', 'STATUS', 'COMMISSION', 'REASON', 'APPROVES', 'STATEMENT'],
    earnings.map((earning) => [
      earning.id,
      earning.status,
      `${earning.commission} ${earning.currency}`,
      earning.reason ?? '',
      earning.approves_at ?? '',
      earning.settlement_id ?? '',
    ]),
  );
}

function rate(sale: ShownSale['sale']): string {
  const tickets = `${sale.rewardedQuantity} of ${sale.quantity} tickets`;
  if (sale.rewardKind === 'percent') return `${sale.rewardPercent} % of the ticket's own price, ${tickets}`;
  if (sale.rewardKind === 'flat')
    return `${toDecimal(sale.rewardAmountMinor ?? 0, sale.currency)} a ticket, ${tickets}`;
  return 'none';
}
