import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsCredential } from '../../src/core/key-format.js';
import { ProblemError } from '../../src/core/problems.js';
import { subId as clickId } from '../../src/core/wire/common.js';
import { beginPurchase } from '../../src/orders/begin-purchase.js';
import { codeOf } from '../../src/orders/credit-of-ref.js';
import { type BuyPage, getBuyPage } from '../../src/orders/get-buy-page.js';
import { newOrder } from '../../src/orders/wire.js';
import type { Context } from '../../src/platform/context/context.js';
import type { OpenAccess, Route } from '../http/access.js';
import { type BuyForm, buyBody } from './buy-body.js';
import { field, html, sendPage, withForms } from './layout.js';

/** Each purchase holds tickets: more than these from one address in a minute are no visitor's. */
const BUYING: OpenAccess = { keyed: false, anyOrigin: false, limit: { name: 'buy', perMinute: 30 } };

interface Params {
  eventId: string;
}

/**
 * `GET` and `POST /buy/{event id}`: where a partner's buy link leads. Whatever the link carries beside the event
 * decides only who is credited, so it is never a reason to refuse: these routes read their query themselves.
 */
export const buyRoute: Route = (app, ctx) => {
  withForms(app, (scope) => {
    scope.get<{ Params: Params }>('/buy/:eventId', { schema: { hide: true } }, (request, reply) => {
      // The first of each counts: what is appended to a link cannot take its credit away.
      const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1));
      const link = splitLink(query.get('ref') ?? '', query.get('sub_id') ?? '');
      return show(ctx, reply, request.params.eventId, { ...EMPTY, ...link, attempt: newAttempt() });
    });

    scope.post<{ Params: Params }>(
      '/buy/:eventId',
      { config: { access: BUYING }, schema: { hide: true } },
      async (request, reply) => {
        const { eventId } = request.params;
        const form = readForm(request);
        const choice = newOrder.omit({ sub_id: true }).safeParse({
          event_id: eventId,
          ticket_type_id: form.ticket,
          quantity: Number(form.quantity),
          buyer_email: form.email.trim(),
          buyer_name: form.name,
        });
        if (!choice.success) {
          const errors = choice.error.issues.map((issue) => FAULTS[String(issue.path[0])] ?? 'Please check the form.');
          return show(ctx, reply, eventId, { ...form, errors: [...new Set(errors)] }, 400);
        }
        try {
          const { ref, subId, attempt } = form;
          const { checkoutUrl } = await beginPurchase(ctx, { choice: choice.data, ref, subId, attempt });
          return reply.header('Cache-Control', 'no-store').redirect(local(ctx, checkoutUrl), 303);
        } catch (error) {
          if (!(error instanceof ProblemError) || error.code === 'internal_error') throw error;
          return show(ctx, reply, eventId, { ...form, errors: [REFUSALS[error.code] ?? error.message] }, error.status);
        }
      },
    );
  });
};

const EMPTY: BuyForm = { ticket: '', quantity: '1', name: '', email: '', ref: '', subId: '', attempt: '', errors: [] };

const FAULTS: Record<string, string> = {
  ticket_type_id: 'Please choose a ticket.',
  quantity: 'Please choose between 1 and 20 tickets.',
  buyer_email: 'Please enter an e-mail address. We send the tickets there.',
  buyer_name: 'Please enter your name, up to 160 characters.',
};

/** What an error means to a buyer. */
const REFUSALS: Record<string, string> = {
  tickets_unavailable: 'Not enough tickets are left. Please choose fewer, or another ticket.',
  quantity_over_limit: 'You cannot order that many of this ticket at once.',
  sales_not_open: 'Sales of this ticket have not started yet.',
  sales_ended: 'Sales of this ticket have ended.',
  event_not_on_sale: 'This event is not on sale.',
  unknown_ticket_type: 'Please choose a ticket.',
  payments_unavailable: 'Card payments are not available at the moment.',
  busy: 'Many people are buying right now. Please try again in a moment.',
  idempotency_in_progress: 'We are still working on your order. Please try again in a moment.',
};

/** Our own page is named without its host, so that a visitor stays on the one they came to. */
function local(ctx: Context, url: string): string {
  const { origin } = ctx.config;
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

function newAttempt(): string {
  return randomBytes(18).toString('base64url');
}

function readForm({ body }: FastifyRequest): BuyForm {
  const attempt = typed(body, 'attempt');
  return {
    ticket: field(body, 'ticket'),
    quantity: typed(body, 'quantity'),
    name: typed(body, 'name'),
    email: typed(body, 'email'),
    ...splitLink(field(body, 'ref'), field(body, 'sub_id')),
    attempt: /^[\w-]{16,64}$/.test(attempt) ? attempt : newAttempt(),
    errors: [],
  };
}

/**
 * The parts of a link that the page repeats: the partner's code and click id, if valid.
 *
 * `…?ref=code?sub_id=click` is a common slip of whoever appends to the link; what was meant is plain.
 */
function splitLink(ref: string, subId: string): { ref: string; subId: string } {
  const [code, slipped = ''] = ref.split('?sub_id=', 2);
  const click = clickId.safeParse(subId || slipped);
  return { ref: codeOf(code) ?? '', subId: click.data ?? '' };
}

/** What a visitor entered, to be shown again; a key pasted by mistake is not. */
function typed(body: unknown, name: string): string {
  const text = field(body, name);
  return holdsCredential(text) ? '' : text;
}

async function show(
  ctx: Context,
  reply: FastifyReply,
  eventId: string,
  form: BuyForm,
  status = 200,
): Promise<FastifyReply> {
  let page: BuyPage;
  try {
    page = await getBuyPage(ctx, eventId);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const gone = error.code === 'event_withdrawn';
    const title = gone ? 'No longer available' : 'Event not found';
    const words = gone
      ? 'This event is no longer sold here.'
      : 'No event has this link. Check that you have all of it.';
    return sendPage(reply, { title, status: error.status, body: html`<h1>${title}</h1><p>${words}</p>` });
  }
  return sendPage(reply, { title: page.name, status, body: buyBody(page, form) });
}
