import type { OrganizerPages } from '../../src/catalogue/sql/organizers.js';
import { amountLabel } from '../../src/core/formats.js';
import { knownZone } from '../../src/core/local-time.js';
import type { MessageKey } from '../../src/core/locales/en.js';
import { placeLabel } from '../../src/core/place-label.js';
import type { Checkout, CheckoutState } from '../../src/orders/checkout.js';
import { changeText, refundText } from './change-text.js';
import { clockLabel, instantLabel, momentLabel } from './event-labels.js';
import { type Html, html } from './layout.js';
import { resendSection } from './resend-section.js';
import { organizerBlock, type PageLanguage } from './visitor-page.js';

export const HEADINGS: Record<CheckoutState, MessageKey> = {
  open: 'checkout.open',
  paid: 'checkout.paid',
  expired: 'checkout.expired',
  cancelled: 'checkout.cancelled',
  event_cancelled: 'checkout.event_cancelled',
  refunding: 'checkout.event_cancelled',
  refunded: 'checkout.refunded',
  returned: 'checkout.refunded',
};

const WORDS: Record<Exclude<CheckoutState, 'open' | 'refunding'>, MessageKey> = {
  paid: 'checkout.paid_words',
  expired: 'checkout.expired_words',
  cancelled: 'checkout.cancelled_words',
  event_cancelled: 'checkout.event_cancelled_words',
  refunded: 'checkout.refunded_words',
  returned: 'checkout.returned_words',
};

export interface CheckoutView {
  checkout: Checkout;
  organizer: OrganizerPages | null;
  token: string;
  /** For a test order: its own page with its sample tickets, which are not mailed. */
  ticketsUrl: string | null;
  /** What became of the button that was pressed; null: the page shows that. */
  said: Html | null;
  /** The legal name behind the service; absent: not said. */
  seller: string | undefined;
}

/** The content of the payment page in each state; once it is paid, the receipt. */
export function checkoutBody(view: CheckoutView, lang: PageLanguage): Html {
  const { checkout, organizer, token, seller, said, ticketsUrl } = view;
  const { t, locale } = lang;
  const { event, lines, fees, total, refunded, currency, state, paidAt, partnerHost, wayBack } = checkout;
  const changed = changeText(t, checkout.changes, checkout.event.utcOffset);
  const isPaid = state === 'paid' || state === 'refunding';
  const money = (amount: number) => (amount === 0 ? t('event.free') : amountLabel(amount, currency, locale));
  const place = placeLabel(event, locale);
  return html`
${note(checkout, lang)}
${said}
<h1>${t(HEADINGS[state])}</h1>
${state !== 'open' && html`<p>${stateText(checkout, state, lang)}</p>`}
${checkout.returned.map((payment) => html`<p>${returnedText(checkout, payment, lang)}</p>`)}
${checkout.mailed && html`<p>${t('checkout.mailed')}</p>`}
${state === 'paid' && ticketsUrl && html`<p><a class="button" href="${ticketsUrl}">${t('ticket.show_tickets')}</a></p>`}
${(state === 'open' || state === 'paid') && changed && html`<p class="note" role="status">${changed}</p>`}
<table class="facts">
${line(t('ticket.event'), event.name)}
${line(t('ticket.when'), momentLabel(event, lang))}
${place && line(t('ticket.where'), place)}
${lines.map(({ ticket, quantity, each }) => line(t('event.tickets'), each === 0 ? t('checkout.line_free', { quantity, ticket }) : t('checkout.line', { quantity, ticket, price: money(each) })))}
${fees > 0 && line(t('checkout.fees'), html`${money(fees)} <span class="soft">${t('checkout.fees_included')}</span>`)}
${line(t('buy.total'), html`<strong>${money(total)}</strong>${total > 0 && html` <span class="soft">${t('checkout.included')}</span>`}`)}
${refunded > 0 && line(t('checkout.refunded_part'), money(refunded))}
${line(t('ticket.order'), html`<code>${checkout.orderId}</code>`)}
${isPaid && paidAt && line(t(total > 0 ? 'checkout.paid_at' : 'checkout.ordered_at'), instantLabel(paidAt, event.timezone, lang))}
${seller && line(t('checkout.seller'), seller)}
</table>
${state === 'open' && actions(checkout, token, lang)}
${wayBack && html`<p><a class="button" href="${wayBack.url}" rel="noopener noreferrer">${t('checkout.back', { host: wayBack.host })}</a></p>`}
${checkout.mailed && resendSection(t, `/checkout/${token}/resend`, checkout.resendable)}
${organizerBlock(organizer, lang)}
${partnerHost && !wayBack && html`<p><a href="https://${partnerHost}/" rel="noopener">${t('checkout.back', { host: partnerHost })}</a></p>`}`;
}

function stateText(checkout: Checkout, state: Exclude<CheckoutState, 'open'>, { t }: PageLanguage): string {
  if (state !== 'refunding') return t(WORDS[state]);
  const { refund, currency, event } = checkout;
  const words = refundText(t, refund, { currency, timezone: event.timezone });
  return `${t('ticket.tickets_void')} ${words || t('ticket.cancelled_free')}`;
}

/** Why the order's payment was refunded, and that a second payment was refunded too. */
function returnedText(
  { event, currency }: Checkout,
  { cause, amount }: Checkout['returned'][number],
  lang: PageLanguage,
) {
  const { t } = lang;
  if (cause !== 'already_paid') return cause && t(`ticket.returned_because_${cause}`);
  const back = t('ticket.amount_back', { amount: amountLabel(amount, currency, lang.locale) });
  return `${t('ticket.returned', { event: event.name })} ${t('ticket.returned_because_already_paid')} ${back}`;
}

function line(name: string, value: Html | string): Html {
  return html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}

function note({ mode, payable, state, hosted, tooLate }: Checkout, { t }: PageLanguage): Html | null {
  const late =
    state === 'open' && payable && tooLate && html`<p class="bad" role="alert">${t('checkout.too_late')}</p>`;
  if (mode === 'test') {
    const words = state === 'open' && hosted ? 'checkout.test_card' : 'checkout.test_words';
    return html`<p class="note"><strong>${t('checkout.test')}</strong> ${t(words)}</p>${late}`;
  }
  if (state !== 'open') return null;
  if (payable && hosted) return late || html`<p class="soft">${t('checkout.by_card')}</p>`;
  return payable
    ? html`<p class="note"><strong>${t('checkout.simulated')}</strong> ${t('checkout.simulated_words')}</p>`
    : html`<p class="bad" role="alert">${t('buy.payments_unavailable')}</p>`;
}

/** A button had no effect: the buyer's tickets, and the end of the hold. */
export function failureNote(
  { state, payable, event, expiresAt }: Checkout,
  code: 'busy' | 'payments_unavailable',
  lang: PageLanguage,
): Html | null {
  // If the order cannot be paid, the page says so anyway.
  if (state !== 'open' || !payable) return null;
  const words = code === 'busy' ? 'checkout.busy' : 'checkout.refused';
  const time = clockLabel(expiresAt, event.timezone, lang);
  return html`<p class="bad" role="alert">${lang.t(words, { time, timezone: knownZone(event.timezone) })}</p>`;
}

function actions(
  { event, expiresAt, secondsLeft, payable, tooLate, total, currency }: Checkout,
  token: string,
  lang: PageLanguage,
): Html {
  const { t, locale } = lang;
  const [before, after] = t('checkout.hold', { time: '\n', timezone: knownZone(event.timezone) }).split('\n');
  const until = html`${before}<strong>${clockLabel(expiresAt, event.timezone, lang)}</strong>${after}`;
  const left = t('checkout.left', { time: '{time}' });
  return html`
<p>${until} <strong role="timer" data-left="${secondsLeft}" data-words="${left}" data-over="${t('checkout.over')}"></strong></p>
<div class="actions">${payable && !tooLate && html`<form method="post" action="/checkout/${token}/pay"><button type="submit">${t('checkout.pay', { amount: amountLabel(total, currency, locale) })}</button></form>`}
<form method="post" action="/checkout/${token}/cancel"><button class="plain" type="submit">${t('checkout.cancel')}</button></form></div>`;
}
