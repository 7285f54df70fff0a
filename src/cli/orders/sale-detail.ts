import type { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import type { RowOf } from '../../core/wire/row.js';
import type * as schemas from '../../earnings/schemas.js';
import type { showSale } from '../../earnings/show-sale.js';
import type { Session } from '../support/session.js';
import { instantText } from '../support/shapes.js';

type SaleDetail = Awaited<ReturnType<typeof showSale>>;

const UNCREDITED = new Map([
  ['company_suspended', 'the company was suspended when it was paid'],
  ['outside_agreement', 'the agreement did not cover the event when it was paid'],
]);

export function toSale({ sale, entries, earnings }: SaleDetail): RowOf<z.input<typeof schemas.sale>> {
  return {
    ...sale,
    paid: toDecimal(sale.paidMinor, sale.orderCurrency),
    rate: rate(sale),
    ledger: entries.map((entry) => ({
      ...entry,
      commission: toDecimal(entry.commissionMinor, entry.currency),
    })),
    earnings: earnings.map((earning) => ({
      ...earning,
      approves_at: earning.approves_at ?? null,
      settlement_id: earning.settlement_id ?? null,
    })),
  };
}

export function printSale(sale: z.output<typeof schemas.sale>, session: Session): void {
  const { ledger, earnings } = sale;
  session.say(`${sale.id}  ${sale.mode}  order ${sale.order_id}  company ${sale.company_id}  key ${sale.key_id}`);
  session.say(
    `${sale.quantity} tickets of ${sale.event_id}, ${sale.paid} ${sale.order_currency}, ${instantText(sale.created_at)}`,
  );
  session.say(`Rate: ${sale.rate}; sub_id: ${sale.sub_id ?? '–'}\n`);
  if (ledger.length === 0) {
    const why = UNCREDITED.get(sale.uncredited ?? '');
    session.say(`It earned nothing${why === undefined ? '' : `: ${why}`}.`);
    return;
  }
  session.table(['LEDGER', 'WHEN', 'COMMISSION', 'REASON', 'RECORD'], ledger, [
    'kind',
    'created_at',
    commissionOf,
    'reason',
    'earning_id',
  ]);
  session.say('');
  session.table(['EARNING', 'STATUS', 'COMMISSION', 'REASON', 'APPROVES', 'STATEMENT'], earnings, [
    'id',
    'status',
    commissionOf,
    'reason',
    'approves_at',
    'settlement_id',
  ]);
}

const commissionOf = (row: { commission: number; currency: string }) => `${row.commission} ${row.currency}`;

function rate(sale: SaleDetail['sale']): string {
  const tickets = `${sale.rewardedQuantity} of ${sale.quantity} tickets`;
  if (sale.rewardKind === 'percent') return `${sale.rewardPercent} % of the ticket's own price, ${tickets}`;
  if (sale.rewardKind === 'flat')
    return `${toDecimal(sale.rewardAmountMinor ?? 0, sale.currency)} a ticket, ${tickets}`;
  return 'none';
}
