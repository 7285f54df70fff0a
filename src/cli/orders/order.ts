import type { Command } from 'commander';
import type { z } from 'zod';
import { ID_PREFIXES } from '../../core/ids.js';
import { toDecimal } from '../../core/money.js';
import { NoSuchError } from '../../core/problems.js';
import type { RowOf } from '../../core/wire/row.js';
import * as earnings from '../../earnings/schemas.js';
import { showSale } from '../../earnings/show-sale.js';
import { showOrder } from '../../orders/get-order.js';
import { listRefunds } from '../../orders/refunds.js';
import { listDisputes } from '../../orders/report-dispute.js';
import * as schemas from '../../orders/schemas.js';
import type { Context } from '../../platform/context/context.js';
import { showTickets } from '../../tickets/order-tickets.js';
import * as tickets from '../../tickets/schemas.js';
import type { Session } from '../support/session.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { printSale, toSale } from './sale-detail.js';

/** `sale`: null while it is not paid, and where no partner is credited. */
const SHOWN = schemas.order.extend({
  sale: earnings.sale.nullable(),
  ...listOf('refunds', schemas.refund).shape,
  ...listOf('disputes', schemas.dispute).shape,
  ...listOf('tickets', tickets.ticket).shape,
  ...listOf('mails', tickets.ticketMail).shape,
});

type Shown = z.output<typeof SHOWN>;

export function declareArea(order: Command, cli: Cli): void {
  const show = order.command('show').argument('<order>', 'id of the order, its sale, or one of its mails');
  cli.verb(
    show.description(
      'An order: its hold and the workflow of it, its sale with the ledger, refunds, disputes, tickets and mails. Never an address or a code.',
    ),
    { json: SHOWN, run: ({ ctx }, id: string) => findAll(ctx, id), text: print },
  );
}

async function findAll(ctx: Context, id: string): Promise<RowOf<z.input<typeof SHOWN>>> {
  const named = id.startsWith(ID_PREFIXES.sale) ? (await showSale(ctx, id)).sale.orderId : id;
  const found = await showTickets(ctx, named);
  const [order, sale, refunds, disputes] = await Promise.all([
    showOrder(ctx, found.orderId),
    showSale(ctx, found.orderId).catch(noneIfUnknown),
    listRefunds(ctx, found.orderId),
    listDisputes(ctx, found.orderId),
  ]);
  return {
    ...order,
    sale: sale && toSale(sale),
    refunds: refunds.map((refund) => ({
      ...refund,
      amount: toDecimal(refund.amountMinor, refund.currency),
      tickets: refund.quantity,
    })),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      amount: toDecimal(dispute.amountMinor, dispute.currency),
    })),
    tickets: found.tickets,
    mails: found.mails,
  };
}

function noneIfUnknown(error: unknown): null {
  if (error instanceof NoSuchError) return null;
  throw error;
}

function print(found: Shown, session: Session): void {
  session.table(
    ['ORDER', 'STATUS', 'COMPANY', 'EVENT', 'TICKETS', 'HELD UNTIL', 'WORKFLOW'],
    [found],
    ['id', 'status', 'company_id', 'event_id', 'quantity', 'hold_until', 'workflow_id'],
  );
  if (found.sale) {
    session.say('');
    printSale(found.sale, session);
  }
  session.part(['TICKET', 'N', 'TYPE', 'STATE', 'USED', 'ENDED', 'REFUND OR REASON'], found.tickets, [
    'id',
    'position',
    'type',
    'state',
    'used_at',
    'ended_at',
    (ticket) => ticket.refund_id ?? ticket.void_reason,
  ]);
  session.part(['MAIL', 'KIND', 'STATE', 'ATTEMPTS', 'REPEATS', 'REPLY', 'QUEUED', 'ENDED'], found.mails, [
    'id',
    'kind',
    'state',
    'attempts',
    'repeats',
    'answer',
    'created_at',
    'ended_at',
  ]);
  session.part(['REFUND', 'WHEN', 'AMOUNT', 'TICKETS', 'REASON', 'CAUSE', 'SENT', 'STATE'], found.refunds, [
    ...(['id', 'created_at'] as const),
    amountOf,
    ...(['tickets', 'reason', 'cause'] as const),
    ({ sent_at }) => sent_at ?? 'not yet',
    ({ settled_at, state, failure }) => (settled_at ? 'settled' : [state, failure].filter(Boolean).join(': ')),
  ]);
  session.part(['DISPUTE', 'OPENED', 'AMOUNT', 'STATE', 'REASON'], found.disputes, [
    'id',
    'opened_at',
    amountOf,
    'state',
    'reason',
  ]);
}

const amountOf = ({ amount, currency }: { amount: number; currency: string }) => `${amount} ${currency}`;
