import type { ServerResponse } from 'node:http';
import type { SessionObject } from './checkout.js';
import type { StripeObject } from './store.js';
import type { Verbs } from './verbs.js';
import type { World } from './world.js';

interface PageCall {
  world: World;
  verbs: Verbs;
  id: string;
  method: string;
  body: string;
  response: ServerResponse;
}

/** The page where a buyer pays with a test card of Stripe: a declined card, a card with 3-D Secure, and a good one. */
export function paymentPage({ world, verbs, id, method, body, response }: PageCall): ServerResponse {
  const session = world.store.find<SessionObject>('checkout.session', id);
  if (!session) return page(response, 404, '<h1>There is no such page</h1>');
  if (session.status !== 'open') return page(response, 410, '<h1>This page is no longer open</h1>');
  const card = new URLSearchParams(body).get('card');
  if (method === 'POST' && card === 'declined') {
    return page(response, 402, form(session, '<p role="alert">Your card was declined.</p>'));
  }
  if (method === 'POST' && card === '3ds') {
    const asked = '<p>Your bank asks: is it you?</p><button name="card" value="confirmed">Yes</button>';
    return page(response, 200, form(session, asked));
  }
  if (method === 'POST') {
    try {
      verbs.pay({ session: id });
    } catch {
      return page(response, 410, '<h1>This page is no longer open</h1>');
    }
    return redirect(response, session.success_url);
  }
  const buttons = ['paid', 'declined', '3ds'].map((value) => `<button name="card" value="${value}">${value}</button>`);
  return page(response, 200, form(session, buttons.join(' ')));
}

function form(
  { amount_total: amount, currency, custom_text: text, cancel_url: back }: SessionObject,
  inner: string,
): string {
  const note = text.submit ? `<p>${escapeText(text.submit.message)}</p>` : '';
  const away = back ? `<p><a href="${escapeText(back)}">Back</a></p>` : '';
  return `<h1>Pay ${amount} ${escapeText(currency)} (smallest units)</h1><form method="post">${inner}</form>${note}${away}`;
}

/** The page where the owner of an account gives missing facts. */
export function onboardingPage({ world, verbs, id, method, response }: PageCall): ServerResponse {
  const link = world.store.find<StripeObject & { account: string; return_url: string }>('account_link_page', id);
  if (!link) return page(response, 404, '<h1>There is no such page</h1>');
  if (method === 'POST') {
    verbs.onboard({ account: link.account });
    return redirect(response, link.return_url);
  }
  return page(
    response,
    200,
    '<h1>Your account</h1><form method="post"><button>Give everything that is missing</button></form>',
  );
}

function page(response: ServerResponse, status: number, body: string): ServerResponse {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stripe stand-in</title>${body}</html>`;
  return response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
}

function redirect(response: ServerResponse, to: string): ServerResponse {
  return response.writeHead(303, { location: to }).end();
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
