import type { FastifyReply } from 'fastify';
import { DateTime } from 'luxon';
import { cancelAtCheckout } from '../../src/orders/cancel-at-checkout.js';
import { type Checkout, type CheckoutState, getCheckout } from '../../src/orders/get-checkout.js';
import { payAtCheckout } from '../../src/orders/pay-at-checkout.js';
import type { Route } from '../http/access.js';
import { amountLabel } from './amount-label.js';
import { type Html, html, sendPage, withForms } from './layout.js';

interface Params {
  token: string;
}

/**
 * `/checkout/{token}`: the payment page of our simulated processor, which moves no money. The token is a secret that
 * only the buyer's link holds; the forms need no other. Each button redirects, so that reloading repeats nothing.
 */
export const checkoutRoute: Route = (app, ctx) => {
  const show = async (reply: FastifyReply, token: string): Promise<FastifyReply> => {
    const checkout = await getCheckout(ctx, token);
    return checkout
      ? sendPage(reply, { title: HEADINGS[checkout.state], body: body(checkout, token) })
      : unknown(reply);
  };
  const back = (reply: FastifyReply, token: string, known: boolean) =>
    known ? reply.header('Cache-Control', 'no-store').redirect(`/checkout/${token}`, 303) : unknown(reply);

  withForms(app, (scope) => {
    scope.get<{ Params: Params }>('/checkout/:token', { schema: { hide: true } }, (request, reply) =>
      show(reply, request.params.token),
    );
    scope.post<{ Params: Params }>('/checkout/:token/pay', { schema: { hide: true } }, async (request, reply) => {
      const { token } = request.params;
      return back(reply, token, await payAtCheckout(ctx, token));
    });
    scope.post<{ Params: Params }>('/checkout/:token/cancel', { schema: { hide: true } }, async (request, reply) => {
      const { token } = request.params;
      return back(reply, token, await cancelAtCheckout(ctx, token));
    });
  });
};

const HEADINGS: Record<CheckoutState, string> = {
  open: 'Pay for your tickets',
  paid: 'Paid: you have your tickets',
  expired: 'This order has expired',
  cancelled: 'This order was cancelled',
  event_cancelled: 'This event was cancelled',
  refunded: 'Your payment was returned',
};

const WORDS: Record<Exclude<CheckoutState, 'open'>, string> = {
  paid: 'The order is complete.',
  expired:
    'You did not pay in time, and the tickets are on sale again. To order again, go back to where you found the event.',
  cancelled: 'You paid nothing. The tickets are on sale again.',
  event_cancelled: 'You paid nothing, and there is nothing to pay.',
  refunded: 'This order has no tickets any more. The full amount goes back to the card or account that paid it.',
};

function body(checkout: Checkout, token: string): Html {
  const { event, ticket, quantity, total, currency } = checkout;
  const day = DateTime.fromISO(event.date).setLocale('en-GB').toLocaleString(DateTime.DATE_HUGE);
  return html`
${note(checkout)}
<h1>${HEADINGS[checkout.state]}</h1>
${checkout.state !== 'open' && html`<p>${WORDS[checkout.state]}</p>`}
<table>
<tr><th scope="row">Event</th><td>${event.name}<br><span class="soft">${day}${event.place && html`, ${event.place}`}</span></td></tr>
<tr><th scope="row">Tickets</th><td>${quantity} × ${ticket}</td></tr>
<tr><th scope="row">Total</th><td><strong>${amountLabel(total, currency)}</strong> <span class="soft">fees and tax included</span></td></tr>
<tr><th scope="row">Order</th><td><code>${checkout.orderId}</code></td></tr>
</table>
${checkout.state === 'open' && actions(checkout, token)}`;
}

function note({ mode, payable, state }: Checkout): Html | null {
  if (mode === 'test') {
    return html`<p class="note"><strong>Test order.</strong> No real money moves and no ticket is issued.</p>`;
  }
  if (state !== 'open') return null;
  return payable
    ? html`<p class="note"><strong>Simulated payment.</strong> This installation has no card processor: no money moves.</p>`
    : html`<p class="bad" role="alert">Card payments are not available at the moment.</p>`;
}

function actions({ event, expiresAt, payable, total, currency }: Checkout, token: string): Html {
  const until = DateTime.fromJSDate(expiresAt, { zone: event.timezone });
  return html`
<p>We hold the tickets for you until <strong>${until.toFormat('HH:mm')}</strong> (${event.timezone} time).</p>
${payable && html`<form method="post" action="/checkout/${token}/pay"><p><button type="submit">Pay ${amountLabel(total, currency)}</button></p></form>`}
<form method="post" action="/checkout/${token}/cancel"><p><button class="plain" type="submit">Cancel the order</button></p></form>`;
}

function unknown(reply: FastifyReply): FastifyReply {
  const title = 'Order not found';
  return sendPage(reply, {
    title,
    status: 404,
    body: html`<h1>${title}</h1><p>No order has this link. Check that you have all of it.</p>`,
  });
}
