import { z } from 'zod';
import { toDecimal } from '../../core/money.js';
import type { SaleDetail } from '../../earnings/show-sale.js';
import type { Session } from '../support/session.js';
import { count, countOrNull, instant, instantText, snake, text, textOrNull } from '../support/shapes.js';

const ENTRY = z.object({
  kind: text,
  created_at: instant,
  commission: count,
  currency: text,
  reason: textOrNull,
  earning_id: text,
});

const EARNING = z.object({
  id: text,
  status: text,
  commission: count,
  currency: text,
  reason: textOrNull,
  approves_at: textOrNull,
  settlement_id: textOrNull,
});

/** A sale with its ledger; nothing of the buyer. */
export const SALE = z.object({
  id: text,
  mode: text,
  order_id: text,
  company_id: text,
  key_id: text,
  event_id: text,
  quantity: count,
  /** Of the buyer, in `order_currency`. */
  paid: count,
  order_currency: text,
  /** The reward's rate when it was sold. */
  rate: text,
  sub_id: textOrNull,
  created_at: instant,
  rewarded_quantity: countOrNull,
  /** Why nothing was credited. */
  uncredited: textOrNull,
  ledger: z.array(ENTRY),
  earnings: z.array(EARNING),
});

const UNCREDITED = new Map([
  ['company_suspended', 'the company was suspended when it was paid'],
  ['outside_agreement', 'the agreement did not cover the event when it was paid'],
]);

/** A sale in JSON. */
export function toSale({ sale, entries, earnings }: SaleDetail): z.input<typeof SALE> {
  return {
    ...snake(sale),
    paid: toDecimal(sale.paidMinor, sale.orderCurrency),
    rate: rate(sale),
    ledger: entries.map((entry) => ({
      ...snake(entry),
      commission: toDecimal(entry.commissionMinor, entry.currency),
    })),
    earnings: earnings.map((earning) => ({
      ...earning,
      approves_at: earning.approves_at ?? null,
      settlement_id: earning.settlement_id ?? null,
    })),
  };
}

export function printSale(sale: z.output<typeof SALE>, session: Session): void {
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
  session.table(
    ['LEDGER', 'WHEN', 'COMMISSION', 'REASON', 'RECORD'],
    ledger.map((entry) => [
      entry.kind,
      instantText(entry.created_at),
      `${entry.commission} ${entry.currency}`,
      entry.reason ?? '',
      entry.earning_id,
    ]),
  );
  session.say('');
  session.table(
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

function rate(sale: SaleDetail['sale']): string {
  const tickets = `${sale.rewardedQuantity} of ${sale.quantity} tickets`;
  if (sale.rewardKind === 'percent') return `${sale.rewardPercent} % of the ticket's own price, ${tickets}`;
  if (sale.rewardKind === 'flat')
    return `${toDecimal(sale.rewardAmountMinor ?? 0, sale.currency)} a ticket, ${tickets}`;
  return 'none';
}
