import { placeLabel } from '../core/place-label.js';
import type { PdfPages } from '../platform/pdf/pdf-pages.js';
import { eventWhen } from './event-when.js';
import type { TicketMessages } from './messages/messages.js';
import type { OpenTicket } from './open-tickets.js';
import { QUIET, qrCode, qrPath } from './qr-code.js';
import { shownTicketCode } from './rules/ticket-code.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

export interface TicketPdf {
  messages: TicketMessages;
  order: TicketOrderRow;
  tickets: readonly OpenTicket[];
}

/** Points: 5.6 cm, which a phone reads at arm's length. */
const QR_SIZE = 160;

/** An order's tickets, a page each. What no longer counts says so and has no code to scan. */
export async function ticketPdf({ messages: m, order, tickets }: TicketPdf): Promise<Buffer> {
  const { PdfPages: Pages } = require('../platform/pdf/pdf-pages.js') as typeof import('../platform/pdf/pdf-pages.js');
  const pages = new Pages({
    title: `${m.subject.tickets}: ${order.eventName}`,
    language: m.locale,
    author: order.organizerName ?? 'Partner Events',
    createdAt: order.paidAt ?? new Date(0),
    footer: (page, count) => `${order.orderId} · ${page}/${count}`,
  });
  for (const [index, ticket] of tickets.entries()) {
    if (index > 0) pages.newPage();
    drawTicket(pages, m, order, ticket, tickets.length);
  }
  return pages.bytes();
}

function drawTicket(
  pages: PdfPages,
  m: TicketMessages,
  order: TicketOrderRow,
  ticket: OpenTicket,
  count: number,
): void {
  const place = placeLabel(order, m.locale);
  if (order.mode === 'test') pages.paragraph(`${m.sample}. ${m.sampleNote}`, { weight: 'bold', size: 12 });
  pages.heading(1, order.eventName);
  pages.paragraph(m.ticketOf(ticket.position, count), { weight: 'bold', size: 12 });
  pages.facts([
    [m.when, eventWhen(order, m.locale)],
    ...(place === null ? [] : [[m.where, place] as const]),
    [m.kind, order.ticketName],
    ...(order.buyerName ? [[m.name, order.buyerName] as const] : []),
    ...(order.organizerName === null ? [] : [[m.organizer, order.organizerName] as const]),
    ...(order.contactEmail === null ? [] : [[m.contact, order.contactEmail] as const]),
    [m.order, order.orderId],
  ]);
  if (ticket.state === 'valid' || ticket.state === 'used') drawCode(pages, m, ticket.code);
  else pages.paragraph(`${m.ticket}: ${m.states[ticket.state]}`, { weight: 'bold', size: 16 });
  pages.heading(2, m.terms);
  pages.paragraph(m.termsText, { size: 9, soft: true });
  if (order.termsUrl !== null) pages.paragraph(order.termsUrl, { size: 9, soft: true, link: order.termsUrl });
}

function drawCode(pages: PdfPages, m: TicketMessages, code: string): void {
  const qr = qrCode(code);
  const unit = QR_SIZE / (qr.size + 2 * QUIET);
  pages.figure(`${m.code} ${shownTicketCode(code)}`, { width: QR_SIZE, height: QR_SIZE }, (drawing, x, y) => {
    drawing.save().translate(x, y).scale(unit).path(qrPath(qr)).fill('#000000').restore();
  });
  pages.paragraph(shownTicketCode(code), { weight: 'bold', size: 12 });
  pages.paragraph(m.doorHint);
}
