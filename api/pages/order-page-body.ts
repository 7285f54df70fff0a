import { amountLabel } from '../../src/core/formats.js';
import { knownZone } from '../../src/core/local-time.js';
import type { Translator } from '../../src/core/locales/translator.js';
import { placeLabel } from '../../src/core/place-label.js';
import { QUIET, qrCode, qrPath } from '../../src/platform/qr/qr-code.js';
import { ticketWhen } from '../../src/tickets/event-when.js';
import type { OrderPage } from '../../src/tickets/get-order-page.js';
import type { OpenTicket } from '../../src/tickets/open-tickets.js';
import { formatTicketCode } from '../../src/tickets/rules/ticket-code.js';
import { changeText, refundText } from './change-text.js';
import { type Html, html } from './layout.js';
import { resendSection } from './resend-section.js';

export interface OrderView {
  page: OrderPage;
  token: string;
  /** What became of the button that was pressed; null: none was. */
  said: Html | null;
  /** Who runs the event, and where to ask. */
  organizer: Html | null;
}

export function orderPageBody(t: Translator, { page, token, said, organizer }: OrderView): Html {
  const { order, tickets } = page;
  const place = placeLabel(order, t.locale);
  const { eventStatus: status } = order;
  const change = isChange(status) && t(`ticket.event_${status}`);
  const changed = order.eventStatus === 'postponed' ? '' : changeText(t, page.changes, order.utcOffset);
  return html`
${order.mode === 'test' && html`<p class="note"><strong>${t('ticket.sample')}.</strong> ${t('ticket.sample_note')}</p>`}
${change && html`<p class="note" role="status">${[change, refundText(t, page.refund, order)].filter(Boolean).join(' ')}</p>`}
${changed && html`<p class="note" role="status">${changed}</p>`}
${said}
<h1>${order.eventName}</h1>
<table class="facts">
<tr><th scope="row">${t('ticket.when')}</th><td>${ticketWhen(order, t)}</td></tr>
${place !== null && html`<tr><th scope="row">${t('ticket.where')}</th><td>${place}</td></tr>`}
${order.organizerName !== null && html`<tr><th scope="row">${t('ticket.organizer')}</th><td>${order.organizerName}</td></tr>`}
<tr><th scope="row">${t('ticket.total')}</th><td>${amountLabel(page.paid, order.currency, t.locale)}</td></tr>
${page.refunded > 0 && html`<tr><th scope="row">${t('checkout.refunded_part')}</th><td>${amountLabel(page.refunded, order.currency, t.locale)}</td></tr>`}
<tr><th scope="row">${t('ticket.order')}</th><td><code>${order.orderId}</code></td></tr>
</table>
<p class="screen"><a href="/tickets/${token}/tickets.pdf">${t('ticket.download')}</a> · <a href="/tickets/${token}/event.ics">${t('ticket.calendar')}</a></p>
${tickets.map((ticket) => ticketSection(t, page, ticket))}
${
  status !== 'cancelled' &&
  html`${resendSection(t, `/tickets/${token}/resend`, page.resendable)}
<h2>${t('ticket.if_cancelled')}</h2>
<p>${[ifCancelledRefund(t, page), t('ticket.if_cancelled_text')].filter(Boolean).join(' ')}</p>`
}
${(order.organizerName !== null || organizer) && html`<h2>${t('ticket.contact')}</h2>`}
${order.organizerName !== null && html`<p>${t('ticket.contact_text', { organizer: order.organizerName })}</p>`}
${organizer}`;
}

/** The first words of the page about an event that is past or has changed since the sale. */
const CHANGES = ['cancelled', 'postponed', 'rescheduled', 'completed'] as const;

const isChange = (status: string): status is (typeof CHANGES)[number] =>
  (CHANGES as readonly string[]).includes(status);

/** Null where nothing would go back. */
function ifCancelledRefund(t: Translator, { paid, refunded, refundsAfterMs }: OrderPage): string | null {
  return paid === refunded ? null : t('ticket.if_cancelled_refund', { after: durationLabel(refundsAfterMs, t.locale) });
}

/** In hours, or in minutes where it is less than one: `24 hours`. */
function durationLabel(ms: number, locale: string): string {
  const [count, unit] = ms >= 3_600_000 ? [Math.round(ms / 3_600_000), 'hour'] : [Math.ceil(ms / 60_000), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function ticketSection(t: Translator, { order, tickets }: OrderPage, ticket: OpenTicket): Html {
  const { position, code, state, usedAt } = ticket;
  const used =
    usedAt &&
    t('ticket.used_at', {
      time: new Intl.DateTimeFormat(t.locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: knownZone(order.timezone),
      }).format(usedAt),
    });
  return html`<section><h2>${t('ticket.ticket_of', { position, count: tickets.length })}: ${ticket.type}</h2>
${
  state === 'valid'
    ? html`${drawn(code, `${t('ticket.code')} ${formatTicketCode(code)}`)}
<p><code>${formatTicketCode(code)}</code></p>
<p class="soft">${t('ticket.door_hint')}</p>`
    : html`<p class="bad">${state === 'used' ? used : t(`ticket.state_${state}`)}</p>`
}</section>`;
}

/** Dark on white in dark mode too: readers do not find the reverse. */
function drawn(code: string, label: string): Html {
  const qr = qrCode(code);
  const size = qr.size + 2 * QUIET;
  return html`<svg role="img" aria-label="${label}" width="224" height="224" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${qrPath(qr)}"/></svg>`;
}
