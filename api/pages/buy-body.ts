import type { BuyPage, BuyState, BuyTicket } from '../../src/orders/get-buy-page.js';
import { amountLabel } from './amount-label.js';
import { type Html, html } from './layout.js';

/** What the visitor has entered so far, and what the link carried. */
export interface BuyForm {
  ticket: string;
  quantity: string;
  name: string;
  email: string;
  ref: string;
  subId: string;
  attempt: string;
  errors: string[];
}

const CLOSED: Record<Exclude<BuyState, 'open' | 'elsewhere'>, string> = {
  cancelled: 'This event has been cancelled. No tickets are sold.',
  postponed: 'This event has been postponed. Tickets go back on sale once it has a new date.',
  ended: 'This event is over.',
  sold_out: 'This event is sold out.',
  not_yet: 'Ticket sales have not started yet.',
  not_on_sale: 'Tickets for this event are not on sale.',
  unpaid: 'Card payments are not available at the moment, so you cannot buy tickets here.',
};

/** The content of the buy page in each of its states. */
export function buyBody(page: BuyPage, form: BuyForm): Html {
  return html`
${page.mode === 'test' && html`<p class="note"><strong>Test purchase.</strong> This is a sample event: no real money moves and no ticket is issued.</p>`}
${page.image && html`<img class="banner" src="${page.image}" alt="">`}
<h1>${page.name}</h1>
<p>${page.when}${page.place && html`<br>${page.place}`}</p>
${page.description && html`<p>${page.description}</p>`}
${page.organizer && html`<p class="soft">Organized by ${page.organizer}</p>`}
${choices(page, form)}`;
}

function choices(page: BuyPage, form: BuyForm): Html {
  if (page.state === 'elsewhere') {
    return html`<p class="note">Tickets for this event are sold by its organizer.</p>
<p><a class="button" href="${page.sourceUrl}" rel="nofollow noopener">Go to the organizer’s page</a></p>`;
  }
  const errors = form.errors.map((error) => html`<p class="bad" role="alert">${error}</p>`);
  if (page.state !== 'open') return html`${errors}<p class="note">${CLOSED[page.state]}</p>`;
  const chosen = page.tickets.find((ticket) => ticket.id === form.ticket && ticket.most > 0);
  const preset = chosen ?? page.tickets.find((ticket) => ticket.most > 0);
  const most = Math.max(...page.tickets.map((ticket) => ticket.most));
  return html`${errors}
<form method="post" action="/buy/${page.eventId}">
<fieldset><legend>Tickets</legend>${page.tickets.map((ticket) => row(ticket, ticket === preset))}</fieldset>
<label>How many <input type="number" name="quantity" min="1" max="${most}" value="${form.quantity}" required></label>
<label>Your name <input name="name" value="${form.name}" maxlength="160" autocomplete="name" required></label>
<label>E-mail <input type="email" name="email" value="${form.email}" maxlength="254" autocomplete="email" required></label>
<p class="soft">We send the tickets to this address.</p>
<input type="hidden" name="ref" value="${form.ref}">
<input type="hidden" name="sub_id" value="${form.subId}">
<input type="hidden" name="attempt" value="${form.attempt}">
<p><button type="submit">Continue</button></p>
<p class="soft">We hold your tickets for about 30 minutes while you pay.</p>
</form>`;
}

function row(ticket: BuyTicket, checked: boolean): Html {
  const price = ticket.total === 0 ? 'Free' : amountLabel(ticket.total, ticket.currency);
  return html`<label class="row"><input type="radio" name="ticket" value="${ticket.id}" required${checked && html` checked`}${
    ticket.most === 0 && html` disabled`
  }><span>${ticket.name}${stock(ticket)}</span><span class="price">${price}</span></label>`;
}

function stock(ticket: BuyTicket): Html | null {
  if (ticket.most > 0)
    return ticket.total > ticket.price ? html`<br><span class="soft">fees and tax included</span>` : null;
  const words = { open: 'sold out', not_yet: 'sales have not started', ended: 'sales have ended' }[ticket.sales];
  return html`<br><span class="soft">${words}</span>`;
}
