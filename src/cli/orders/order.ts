import type { Command } from 'commander';
import type { z } from 'zod';
import { ID_PREFIXES } from '../../core/ids.js';
import { toDecimal } from '../../core/money.js';
import { NoSuchError } from '../../core/problems.js';
import * as earnings from '../../earnings/schemas.js';
import { showSale } from '../../earnings/show-sale.js';
import { showOrder } from '../../orders/get-order.js';
import { listRefunds } from '../../orders/refunds.js';
import { listDisputes } from '../../orders/report-dispute.js';
import * as schemas from '../../orders/schemas.js';
import type { Context } from '../../platform/context/context.js';
import * as tickets from '../../tickets/schemas.js';
import { showTickets } from '../../tickets/show-tickets.js';
import type { Session } from '../support/session.js';
import { instantText, listOf, snake } from '../support/shapes.js';
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

export function addOrderVerbs(order: Command, cli: Cli): void {
  const show = order.command('show').argument('<order>', 'id of the order, its sale, or one of its mails');
  cli.verb(
    show.description(
      'An order: its hold and the workflow of it, its sale with the ledger, refunds, disputes, tickets and mails. Never an address or a code.',
    ),
    { json: SHOWN, run: ({ ctx }, id: string) => findAll(ctx, id), text: print },
  );
}

async function findAll(ctx: Context, id: string): Promise<z.input<typeof SHOWN>> {
  const named = id.startsWith(ID_PREFIXES.sale) ? (await showSale(ctx, id)).sale.orderId : id;
  const found = await showTickets(ctx, named);
  const [order, sale, refunds, disputes] = await Promise.all([
    showOrder(ctx, found.orderId),
    showSale(ctx, found.orderId).catch(noneIfUnknown),
    listRefunds(ctx, found.orderId),
    listDisputes(ctx, found.orderId),
  ]);
  return {
    ...snake(order),
    sale: sale && toSale(sale),
    refunds: refunds.map((refund) => ({
      ...snake(refund),
      amount: toDecimal(refund.amountMinor, refund.currency),
      tickets: refund.quantity,
    })),
    disputes: disputes.map((dispute) => ({
      ...snake(dispute),
      amount: toDecimal(dispute.amountMinor, dispute.currency),
    })),
    tickets: found.tickets.map(snake),
    mails: found.mails.map(snake),
  };
}

function noneIfUnknown(error: unknown): null {
  if (error instanceof NoSuchError) return null;
  throw error;
}

function print(found: Shown, session: Session): void {
  session.table(
    ['ORDER', 'STATUS', 'COMPANY', 'EVENT', 'TICKETS', 'HELD UNTIL', 'WORKFLOW'],
    [
      [
        ...[found.id, found.status, found.company_id ?? '', found.event_id, String(found.quantity)],
        ...[instantText(found.hold_until), found.workflow_id],
      ],
    ],
  );
  if (found.sale) {
    session.say('');
    printSale(found.sale, session);
  }
  part(session, ['TICKET', 'N', 'TYPE', 'STATE', 'USED', 'ENDED', 'REFUND OR REASON'], found.tickets, (ticket) => [
    ...[
      ticket.id,
      String(ticket.position),
      ticket.type,
      ticket.state,
      instantText(ticket.used_at),
      instantText(ticket.ended_at),
    ],
    ticket.refund_id ?? ticket.void_reason ?? '',
  ]);
  part(session, ['MAIL', 'KIND', 'STATE', 'ATTEMPTS', 'REPEATS', 'REPLY', 'QUEUED', 'ENDED'], found.mails, (mail) => [
    ...[mail.id, mail.kind, mail.state, String(mail.attempts), String(mail.repeats), String(mail.answer ?? '')],
    ...[instantText(mail.created_at), instantText(mail.ended_at)],
  ]);
  part(
    session,
    ['REFUND', 'WHEN', 'AMOUNT', 'TICKETS', 'REASON', 'CAUSE', 'SENT', 'STATE'],
    found.refunds,
    (refund) => [
      ...[refund.id, instantText(refund.created_at), `${refund.amount} ${refund.currency}`, String(refund.tickets)],
      ...[refund.reason, refund.cause ?? '', instantText(refund.sent_at) || 'not yet'],
      refund.settled_at ? 'settled' : [refund.state, refund.failure].filter(Boolean).join(': '),
    ],
  );
  part(session, ['DISPUTE', 'OPENED', 'AMOUNT', 'STATE', 'REASON'], found.disputes, (dispute) => [
    ...[dispute.id, instantText(dispute.opened_at), `${dispute.amount} ${dispute.currency}`],
    ...[dispute.state, dispute.reason],
  ]);
}

function part<Row>(session: Session, headings: string[], rows: readonly Row[], cells: (row: Row) => string[]): void {
  if (rows.length === 0) return;
  session.say('');
  session.table(headings, rows.map(cells));
}
