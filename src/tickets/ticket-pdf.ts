import { amountLabel } from '../core/amount-label.js';
import { toDecimal } from '../core/money.js';
import { placeLabel } from '../core/place-label.js';
import type { Context } from '../platform/context/context.js';
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

/** Points: 7 cm, which a phone reads at arm's length. */
const QR_SIZE = 200;

/** An order's tickets, a page each. What no longer counts says so and has no code to scan. */
export async function ticketPdf(ctx: Pick<Context, 'config' | 'fonts'>, pdf: TicketPdf): Promise<Buffer> {
  const { PdfPages: Pages } = require('../platform/pdf/pdf-pages.js') as typeof import('../platform/pdf/pdf-pages.js');
  const { messages: m, order, tickets } = pdf;
  const { service } = ctx.config;
  const pages = new Pages({
    fonts: ctx.fonts,
    title: `${m.subject.tickets}: ${order.eventName}`,
    language: m.locale,
    author: order.organizerName ?? service.name,
    createdAt: order.paidAt ?? new Date(0),
    footer: (page, count) => `${order.orderId} · ${page}/${count}`,
  });
  const facts = factsOf(pdf, [service.legalName ?? service.name, ...service.address].join(', '));
  for (const [index, ticket] of tickets.entries()) {
    if (index > 0) pages.newPage();
    pages.letterhead(service.name);
    drawTicket(pages, pdf, ticket, facts);
  }
  return pages.bytes();
}

type Facts = readonly (readonly [name: string, value: string])[];

function factsOf({ messages: m, order }: TicketPdf, seller: string): Facts {
  const { currency, unitTotalMinor, buyerName, organizerName, contactEmail } = order;
  const place = placeLabel(order, m.locale);
  const price =
    unitTotalMinor === 0 ? m.free : m.priceText(amountLabel(toDecimal(unitTotalMinor, currency), currency, m.locale));
  return [
    [m.when, eventWhen(order, m.locale)],
    ...(place === null ? [] : [[m.where, place] as const]),
    [m.kind, order.ticketName],
    [m.price, price],
    ...(buyerName ? [[m.name, buyerName] as const] : []),
    ...(organizerName === null ? [] : [[m.organizer, organizerName] as const]),
    ...(contactEmail === null ? [] : [[m.contact, contactEmail] as const]),
    [m.seller, seller],
    [m.order, order.orderId],
  ];
}

function drawTicket(
  pages: PdfPages,
  { messages: m, order, tickets }: TicketPdf,
  ticket: OpenTicket,
  facts: Facts,
): void {
  if (order.mode === 'test') pages.paragraph(`${m.sample}. ${m.sampleNote}`, { weight: 'bold', size: 12 });
  pages.heading(1, order.eventName);
  pages.paragraph(m.ticketOf(ticket.position, tickets.length), { weight: 'bold', size: 12 });
  pages.facts(facts);
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
