import { amountLabel } from '../../src/core/amount-label.js';
import { placeLabel } from '../../src/core/place-label.js';
import { eventWhen } from '../../src/tickets/event-when.js';
import type { OrderPage } from '../../src/tickets/get-order-page.js';
import type { TicketMessages } from '../../src/tickets/messages/messages.js';
import type { OpenTicket } from '../../src/tickets/open-tickets.js';
import { QUIET, qrCode, qrPath } from '../../src/tickets/qr-code.js';
import { shownTicketCode } from '../../src/tickets/rules/ticket-code.js';
import { changeWords } from './change-words.js';
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

export function orderPageBody(m: TicketMessages, { page, token, said, organizer }: OrderView): Html {
  const { order, tickets } = page;
  const place = placeLabel(order, m.locale);
  const change = m.eventStates[order.eventStatus as keyof TicketMessages['eventStates']];
  const changed = order.eventStatus === 'postponed' ? '' : changeWords(m, page.changes);
  return html`
${order.mode === 'test' && html`<p class="note"><strong>${m.sample}.</strong> ${m.sampleNote}</p>`}
${change && html`<p class="note" role="status">${[change, refundWords(m, page)].filter(Boolean).join(' ')}</p>`}
${changed && html`<p class="note" role="status">${changed}</p>`}
${said}
<h1>${order.eventName}</h1>
<table class="facts">
<tr><th scope="row">${m.when}</th><td>${eventWhen(order, m.locale)}</td></tr>
${place !== null && html`<tr><th scope="row">${m.where}</th><td>${place}</td></tr>`}
${order.organizerName !== null && html`<tr><th scope="row">${m.organizer}</th><td>${order.organizerName}</td></tr>`}
<tr><th scope="row">${m.total}</th><td>${amountLabel(page.paid, order.currency, m.locale)}</td></tr>
<tr><th scope="row">${m.order}</th><td><code>${order.orderId}</code></td></tr>
</table>
<p class="screen"><a href="/tickets/${token}/tickets.pdf">${m.download}</a> · <a href="/tickets/${token}/event.ics">${m.calendar}</a></p>
${tickets.map((ticket) => ticketSection(m, page, ticket))}
${resendSection(m, `/tickets/${token}/resend`, page.resendable)}
<h2>${m.ifCancelled}</h2>
<p>${[ifCancelledRefund(m, page), m.ifCancelledText].filter(Boolean).join(' ')}</p>
${(order.organizerName !== null || organizer) && html`<h2>${m.contact}</h2>`}
${order.organizerName !== null && html`<p>${m.contactText(order.organizerName)}</p>`}
${organizer}`;
}

/** What becomes of the money of a cancelled event; null: the event is not cancelled, or nothing was paid. */
function refundWords(m: TicketMessages, { refund, order }: OrderPage): string | null {
  if (refund === null || refund.state === 'free') return null;
  const sum = amountLabel(refund.amount, order.currency, m.locale);
  switch (refund.state) {
    case 'starts':
      return m.refundStarts(sum, eventWhen({ startsAt: refund.at, date: '', timezone: order.timezone }, m.locale));
    case 'follows':
      return m.refundFollows(sum);
    case 'done':
      return m.refundDone(sum);
  }
}

/** Null where nothing would go back: nothing was paid, or the event is cancelled already. */
function ifCancelledRefund(m: TicketMessages, { paid, refund, refundsAfterMs }: OrderPage): string | null {
  return paid === 0 || refund ? null : m.ifCancelledRefund(durationLabel(refundsAfterMs, m.locale));
}

/** In hours, or in minutes where it is less than one: `24 hours`. */
function durationLabel(ms: number, locale: string): string {
  const [count, unit] = ms >= 3_600_000 ? [Math.round(ms / 3_600_000), 'hour'] : [Math.ceil(ms / 60_000), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function ticketSection(m: TicketMessages, { order, tickets }: OrderPage, ticket: OpenTicket): Html {
  const { position, code, state, usedAt } = ticket;
  const used =
    usedAt &&
    m.usedAt(
      new Intl.DateTimeFormat(m.locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: order.timezone ?? 'UTC',
      }).format(usedAt),
    );
  return html`<section><h2>${m.ticketOf(position, tickets.length)}: ${order.ticketName}</h2>
${
  state === 'valid'
    ? html`${drawn(code, `${m.code} ${shownTicketCode(code)}`)}
<p><code>${shownTicketCode(code)}</code></p>
<p class="soft">${m.doorHint}</p>`
    : html`<p class="bad">${state === 'used' ? used : m.states[state]}</p>`
}</section>`;
}

/** Dark on white in dark mode too: readers do not find the reverse. */
function drawn(code: string, label: string): Html {
  const qr = qrCode(code);
  const size = qr.size + 2 * QUIET;
  return html`<svg role="img" aria-label="${label}" width="224" height="224" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${qrPath(qr)}"/></svg>`;
}
