import { amountLabel } from '../core/formats.js';
import { translator } from '../core/locales/messages.js';
import { toDecimal } from '../core/money.js';
import { eventChangesSince } from '../listings/compare-events.js';
import type { AnnouncementKind, EventChange } from '../listings/rules/event-announcement.js';
import type { Context } from '../platform/context/context.js';
import { type ComposedMail, composeMail, type Letter } from '../platform/mail/compose.js';
import type { MailAttachment } from '../platform/mail/transport/port.js';
import { calendarFile } from './calendar-file.js';
import { eventLetter, type LetterInput, refundLetter, returnLetter, ticketsLetter } from './letters.js';
import { openTickets } from './open-tickets.js';
import { orderPageUrl } from './order-page-link.js';
import { findAnnouncement, isNewest } from './sql/announcements.js';
import { findAnnounced } from './sql/pages.js';
import type { TicketMailRow } from './sql/ticket-mails.js';
import { type FoundTicketOrder, findRefundFacts } from './sql/ticket-orders.js';
import { ticketPdf } from './ticket-pdf.js';

export interface TicketMail extends ComposedMail {
  attachments: MailAttachment[];
}

/** A mail of an order as it is now. @returns null: nothing is left to report, because the buyer knows the event's state. */
export async function composeTicketMail(
  ctx: Context,
  row: TicketMailRow,
  order: FoundTicketOrder,
): Promise<TicketMail | null> {
  const input = {
    t: translator(order.language),
    order,
    tickets: await openTickets(ctx, ctx.sql, order.orderId),
    pageUrl: await orderPageUrl(ctx, order.orderId),
    repeated: row.inDoubt,
  };
  const letter = await toLetter(ctx, row, input);
  if (!letter) return null;
  // A buyer whose payment was refunded needs no reminder of the event.
  if (row.kind === 'returned') return { ...composeMail(letter), attachments: [] };
  const { locale } = input.t;
  const calendar = calendarFile(ctx, { ...input, locale });
  const attachments: MailAttachment[] = [
    { name: 'event.ics', type: 'text/calendar; charset=utf-8', content: Buffer.from(calendar) },
  ];
  const brings = row.kind === 'tickets' || row.kind === 'resend' || row.kind === 'corrected';
  if (brings)
    attachments.unshift({ name: 'tickets.pdf', type: 'application/pdf', content: await ticketPdf(ctx, input) });
  return { ...composeMail(letter), attachments };
}

async function toLetter(
  ctx: Context,
  row: TicketMailRow,
  input: LetterInput & { order: FoundTicketOrder },
): Promise<Letter | null> {
  const { kind, reasonKey } = row;
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
      const amount = amountLabel(toDecimal(amountMinor, currency), currency, input.t.locale);
      return kind === 'refund' ? refundLetter(input, { id, amount }) : returnLetter(input, { cause, amount });
    }
    case 'event': {
      const changes = await changesToTell(ctx, row, input.order);
      return changes.length > 0 ? eventLetter(input, changes) : null;
    }
  }
}

/** Changes that are new to the buyer now. If that is not known, or an attempt may have reached them: the queued change. */
async function changesToTell(ctx: Context, row: TicketMailRow, order: FoundTicketOrder): Promise<EventChange[]> {
  const announced = await findAnnounced(ctx.sql, row.orderId);
  const changes = announced ? eventChangesSince(announced, order.facts) : [];
  if (changes.length > 0 || (announced && !row.inDoubt)) return changes;
  const announcement = await findAnnouncement(ctx.sql, row.reasonKey.slice('event/'.length));
  if (!announcement || (!announced && !(await isNewest(ctx.sql, announcement)))) return [];
  return [changeOf(announcement.kind)];
}

function changeOf(kind: AnnouncementKind): EventChange {
  if (kind === 'rescheduled') return 'date';
  return kind === 'moved' ? 'place' : kind;
}
