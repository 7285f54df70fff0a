import type { OrganizerPages } from '../../src/catalogue/sql/organizers.js';
import { amountLabel } from '../../src/core/formats.js';
import type { MessageKey } from '../../src/core/locales/en.js';
import { placeLabel } from '../../src/core/place-label.js';
import { readableAddress } from '../../src/core/readable-address.js';
import type { BuyPage, BuyState, BuyTicket } from '../../src/orders/get-buy-page.js';
import { banner, momentLabel } from './event-labels.js';
import { type Html, html } from './layout.js';
import { organizerBlock, type PageLanguage } from './visitor-page.js';

/** The fields with faults of their own. */
type BuyField = 'ticket' | 'quantity' | 'name' | 'email';

/** The fault; without a field: of the purchase. */
export interface BuyError {
  field?: BuyField;
  words: MessageKey;
}

/** The visitor's input so far, and the link's parameters. */
export interface BuyForm {
  ticket: string;
  quantity: string;
  name: string;
  email: string;
  ref: string;
  subId: string;
  returnUrl: string;
  attempt: string;
  errors: BuyError[];
}

const CLOSED: Record<Exclude<BuyState, 'open' | 'elsewhere'>, MessageKey> = {
  cancelled: 'buy.closed_cancelled',
  postponed: 'buy.closed_postponed',
  ended: 'buy.closed_ended',
  sold_out: 'buy.closed_sold_out',
  not_yet: 'buy.closed_not_yet',
  not_on_sale: 'buy.closed_not_on_sale',
  unpaid: 'buy.closed_unpaid',
};

export function buyBody(page: BuyPage, organizer: OrganizerPages | null, form: BuyForm, lang: PageLanguage): Html {
  const { t } = lang;
  const place = placeLabel(page, lang.locale);
  return html`
${page.mode === 'test' && html`<p class="note"><strong>${t('buy.test')}</strong> ${t('buy.test_words')}</p>`}
${banner(page.image, page.name)}
<h1>${page.name}</h1>
<p>${momentLabel(page, lang)}${place && html`<span class="line">${place}</span>`}</p>
${page.description && html`<p>${page.description}</p>`}
${organizerBlock(organizer, lang)}
${choices(page, form, lang)}`;
}

function choices(page: BuyPage, form: BuyForm, lang: PageLanguage): Html {
  const { t } = lang;
  if (page.state === 'elsewhere') {
    return html`<p class="note">${t('buy.elsewhere')}</p>
<p><a class="button" href="${page.sourceUrl}" rel="nofollow noopener">${t('buy.elsewhere_go')}</a></p>`;
  }
  if (page.state !== 'open') {
    const errors = form.errors.map(({ words }) => html`<p class="bad" role="alert">${t(words)}</p>`);
    return html`${errors}<p class="note">${t(CLOSED[page.state])}</p>`;
  }
  const general = form.errors.filter(({ field }) => field === undefined);
  const chosen = page.tickets.find((ticket) => ticket.id === form.ticket && ticket.most > 0);
  const preset = chosen ?? page.tickets.find((ticket) => ticket.most > 0);
  const most = Math.max(...page.tickets.map((ticket) => ticket.most));
  return html`${general.map(({ words }) => html`<p class="bad" role="alert">${t(words)}</p>`)}
<form method="post" action="/buy/${page.eventId}" data-currency="${preset?.currency}">
<fieldset${described(form, 'ticket')}><legend>${t('event.tickets')}</legend>${page.tickets.map((ticket) => row(ticket, ticket === preset, lang))}${findError(form, 'ticket', lang)}</fieldset>
<label>${t('buy.quantity')} <input type="number" name="quantity" min="1" max="${most}" value="${form.quantity}"${invalid(form, 'quantity')} required></label>${findError(form, 'quantity', lang)}
<label>${t('buy.name')} <input name="name" value="${form.name}" maxlength="160" autocomplete="name"${invalid(form, 'name')} required></label>${findError(form, 'name', lang)}
<label>${t('buy.email')} <input inputmode="email" autocapitalize="off" spellcheck="false" name="email" value="${readableAddress(form.email)}" maxlength="254" autocomplete="email"${invalid(form, 'email', 'email-hint')} required></label>${findError(form, 'email', lang)}
<p class="soft" id="email-hint">${t('buy.email_hint')}</p>
<input type="hidden" name="ref" value="${form.ref}">
<input type="hidden" name="sub_id" value="${form.subId}">
${form.returnUrl !== '' && html`<input type="hidden" name="return_url" value="${form.returnUrl}">\n`}<input type="hidden" name="attempt" value="${form.attempt}">
${preset && total(preset, Number(form.quantity), lang)}
<p class="actions"><button type="submit">${t('buy.continue')}</button><button class="plain" name="update" value="1" formnovalidate>${t('buy.update')}</button></p>
${page.tickets.some((ticket) => ticket.total > 0) && html`<p class="soft">${t('buy.hold')}</p>`}
</form>`;
}

/** The price of the choice: after each submission, and with scripts after each change. */
function total(ticket: BuyTicket, quantity: number, { t, locale }: PageLanguage): Html {
  const known = Number.isInteger(quantity) && quantity >= 1 && quantity <= ticket.most;
  const sum = known
    ? t('buy.total_words', { total: amountLabel(ticket.total * quantity, ticket.currency, locale) })
    : '–';
  return html`<p class="total"><span id="total">${t('buy.total')}</span><output aria-labelledby="total" data-words="${t('buy.total_words')}">${sum}</output></p>`;
}

function row(ticket: BuyTicket, checked: boolean, lang: PageLanguage): Html {
  const { t, locale } = lang;
  const price = ticket.total === 0 ? t('event.free') : amountLabel(ticket.total, ticket.currency, locale);
  return html`<label class="row"><input type="radio" name="ticket" value="${ticket.id}" data-total="${ticket.total}" data-most="${ticket.most}" required${checked && html` checked`}${
    ticket.most === 0 && html` disabled`
  }><span>${ticket.name}<span class="soft line">${stock(ticket, lang)}</span></span><span class="price">${price}</span></label>`;
}

function stock({ most, price, total, currency, sales }: BuyTicket, { t, locale }: PageLanguage): string | null {
  if (most === 0) return t({ open: 'buy.sold_out', not_yet: 'buy.not_yet', ended: 'buy.ended' }[sales] as MessageKey);
  if (total === 0) return null;
  if (total <= price) return t('buy.fees_included');
  return t('buy.fees', {
    price: amountLabel(price, currency, locale),
    fees: amountLabel(total - price, currency, locale),
  });
}

function findError({ errors }: BuyForm, field: BuyField, { t }: PageLanguage): Html | null {
  const found = errors.find((error) => error.field === field);
  return found ? html`<p class="error" id="${field}-error" role="alert">${t(found.words)}</p>` : null;
}

function invalid(form: BuyForm, field: BuyField, hint?: string): Html {
  const wrong = form.errors.some((error) => error.field === field);
  const described = [...(wrong ? [`${field}-error`] : []), ...(hint === undefined ? [] : [hint])].join(' ');
  return html`${wrong && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}`;
}

/** A group cannot be invalid itself; the fault of its choice describes it. */
function described(form: BuyForm, field: BuyField): Html | null {
  return form.errors.some((error) => error.field === field) ? html` aria-describedby="${field}-error"` : null;
}
