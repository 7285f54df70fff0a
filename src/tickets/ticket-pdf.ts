import { amountLabel } from '../core/formats.js';
import type { Translator } from '../core/locales/translator.js';
import { toDecimal } from '../core/money.js';
import { placeLabel } from '../core/place-label.js';
import { readableAddress } from '../core/readable-address.js';
import type { Context } from '../platform/context/context.js';
import type { PdfPages } from '../platform/pdf/pdf-pages.js';
import { QUIET, qrCode, qrPath } from '../platform/qr/qr-code.js';
import { ticketWhen } from './event-when.js';
import type { OpenTicket } from './open-tickets.js';
import { formatTicketCode } from './rules/ticket-code.js';
import type { TicketOrderRow } from './sql/ticket-orders.js';

export interface TicketPdf {
  t: Translator;
  order: TicketOrderRow;
  tickets: readonly OpenTicket[];
}

/** Points: 7 cm, which a phone reads at arm's length. */
const QR_SIZE = 200;

/** An order's tickets, a page each. What no longer counts says so and has no code to scan. */
export async function ticketPdf(ctx: Pick<Context, 'config' | 'fonts'>, pdf: TicketPdf): Promise<Buffer> {
  const { PdfPages: Pages } = require('../platform/pdf/pdf-pages.js') as typeof import('../platform/pdf/pdf-pages.js');
  const { t, order, tickets } = pdf;
  const { service } = ctx.config;
  const pages = new Pages({
    fonts: ctx.fonts,
    title: `${t('ticket.subject_tickets')}: ${order.eventName}`,
    language: t.locale,
    author: order.organizerName ?? service.name,
    createdAt: order.paidAt ?? new Date(0),
    footer: (page, count) => `${order.orderId} · ${page}/${count}`,
  });
  const seller = [service.legalName ?? service.name, ...service.address].join(', ');
  for (const [index, ticket] of tickets.entries()) {
    if (index > 0) pages.newPage();
    pages.letterhead(service.name);
    drawTicket(pages, pdf, ticket, toRows(ctx, pdf, ticket, seller));
  }
  return pages.bytes();
}

type Rows = readonly (readonly [name: string, value: string])[];

function toRows({ fonts }: Pick<Context, 'fonts'>, { t, order }: TicketPdf, ticket: OpenTicket, seller: string): Rows {
  const { currency, buyerName, organizerName, contactEmail } = order;
  const place = placeLabel(order, t.locale);
  const price =
    ticket.totalMinor === 0
      ? t('event.free')
      : t('event.price', { price: amountLabel(toDecimal(ticket.totalMinor, currency), currency, t.locale) });
  return [
    [t('ticket.when'), ticketWhen(order, t)],
    ...(place === null ? [] : [[t('ticket.where'), place] as const]),
    [t('ticket.kind'), ticket.type],
    [t('ticket.price'), price],
    // A ticket needs no name, and an unreadable one helps no one.
    ...(buyerName && fonts.isPrintable(buyerName) ? [[t('ticket.name'), buyerName] as const] : []),
    ...(organizerName && fonts.isPrintable(organizerName) ? [[t('ticket.organizer'), organizerName] as const] : []),
    ...(contactEmail === null ? [] : [[t('page.contact'), readableAddress(contactEmail)] as const]),
    [t('ticket.seller'), seller],
    [t('ticket.order'), order.orderId],
  ];
}

function drawTicket(pages: PdfPages, { t, order, tickets }: TicketPdf, ticket: OpenTicket, facts: Rows): void {
  if (order.mode === 'test')
    pages.paragraph(`${t('ticket.sample')}. ${t('ticket.sample_note')}`, { weight: 'bold', size: 12 });
  pages.heading(1, order.eventName);
  pages.paragraph(t('ticket.ticket_of', { position: ticket.position, count: tickets.length }), {
    weight: 'bold',
    size: 12,
  });
  pages.facts(facts);
  if (ticket.state === 'valid' || ticket.state === 'used') drawCode(pages, t, ticket.code);
  else pages.paragraph(`${t('ticket.ticket')}: ${t(`ticket.state_${ticket.state}`)}`, { weight: 'bold', size: 16 });
  pages.heading(2, t('ticket.terms'));
  pages.paragraph(t('ticket.terms_text'), { size: 9, soft: true });
  if (order.termsUrl !== null) pages.paragraph(order.termsUrl, { size: 9, soft: true, link: order.termsUrl });
}

function drawCode(pages: PdfPages, t: Translator, code: string): void {
  const qr = qrCode(code);
  const unit = QR_SIZE / (qr.size + 2 * QUIET);
  pages.figure(
    `${t('ticket.code')} ${formatTicketCode(code)}`,
    { width: QR_SIZE, height: QR_SIZE },
    (drawing, x, y) => {
      drawing.save().translate(x, y).scale(unit).path(qrPath(qr)).fill('#000000').restore();
    },
  );
  pages.paragraph(formatTicketCode(code), { weight: 'bold', size: 12 });
  pages.paragraph(t('ticket.door_hint'));
}
