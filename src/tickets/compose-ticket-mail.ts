import { amountLabel } from '../core/amount-label.js';
import { toDecimal } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import { type ComposedMail, composeMail, type Letter } from '../platform/mail/compose.js';
import type { MailAttachment } from '../platform/mail/transport/port.js';
import { calendarFile } from './calendar-file.js';
import { eventLetter, type LetterInput, refundLetter, returnLetter, ticketsLetter } from './letters.js';
import { messagesOf } from './messages/messages.js';
import { openTickets } from './open-tickets.js';
import { orderPageUrl } from './order-page-url.js';
import { findNotice, isNewest } from './sql/notices.js';
import { findRefundFacts } from './sql/refund-amounts.js';
import type { TicketMailRow } from './sql/ticket-mails.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';
import { ticketPdf } from './ticket-pdf.js';

export interface TicketMail extends ComposedMail {
  attachments: MailAttachment[];
}

/**
 * Writes a mail of an order as the order is now.
 *
 * @returns null when there is nothing to tell any more: a newer change of the event is told instead.
 */
export async function composeTicketMail(
  ctx: Context,
  row: TicketMailRow,
  order: TicketOrderRow,
): Promise<TicketMail | null> {
  const input: LetterInput = {
    messages: messagesOf(order.language),
    order,
    tickets: await openTickets(ctx, ctx.sql, order.orderId),
    pageUrl: await orderPageUrl(ctx, order.orderId),
    repeated: row.inDoubt,
  };
  const letter = await letterOf(ctx, row, input);
  if (!letter) return null;
  // Whose payment went back needs no reminder of the event.
  if (row.kind === 'returned') return { ...composeMail(letter), attachments: [] };
  const { locale } = input.messages;
  const calendar = calendarFile({ ...input, locale, host: new URL(ctx.config.origin).hostname, now: ctx.clock.now() });
  const attachments: MailAttachment[] = [
    { name: 'event.ics', type: 'text/calendar; method=PUBLISH; charset=utf-8', content: Buffer.from(calendar) },
  ];
  const brings = row.kind === 'tickets' || row.kind === 'resend' || row.kind === 'corrected';
  if (brings)
    attachments.unshift({ name: 'tickets.pdf', type: 'application/pdf', content: await ticketPdf(ctx, input) });
  return { ...composeMail(letter), attachments };
}

async function letterOf(ctx: Context, { kind, reasonKey }: TicketMailRow, input: LetterInput): Promise<Letter | null> {
  switch (kind) {
    case 'tickets':
    case 'corrected':
      return ticketsLetter(input, { again: false });
    case 'resend':
      return ticketsLetter(input, { again: true });
    case 'refund':
    case 'returned': {
      const id = reasonKey.slice(`${kind}/`.length);
      const { amountMinor, cause } = await findRefundFacts(ctx.sql, id);
      const { currency } = input.order;
      const amount = amountLabel(toDecimal(amountMinor, currency), currency, input.messages.locale);
      return kind === 'refund' ? refundLetter(input, { id, amount }) : returnLetter(input, { cause, amount });
    }
    case 'event': {
      const notice = await findNotice(ctx.sql, reasonKey.slice('event/'.length));
      return notice && (await isNewest(ctx.sql, notice)) ? eventLetter(input, notice.kind) : null;
    }
  }
}
