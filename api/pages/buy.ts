import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOrganizerOfEvent } from '../../src/catalogue/organizer-pages.js';
import { holdsCredential } from '../../src/core/key-format.js';
import { ProblemError } from '../../src/core/problems.js';
import { subId as clickId } from '../../src/core/wire/common.js';
import { beginPurchase, parseCode } from '../../src/orders/begin-purchase.js';
import { type BuyPage, getBuyPage } from '../../src/orders/get-buy-page.js';
import { newOrder } from '../../src/orders/wire.js';
import type { Context } from '../../src/platform/context/context.js';
import type { OpenAccess, Route } from '../http/access.js';
import { callContext } from '../http/call-context.js';
import { type BuyError, type BuyForm, buyBody } from './buy-body.js';
import { field, html, withForms } from './layout.js';
import { parseVisit, sendVisitorPage } from './visit.js';

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
      const form = { ...EMPTY, ...link, attempt: newAttempt() };
      return show(ctx, request, reply, request.params.eventId, form, {
        onShown(page) {
          // A browser that only prepares, or a program that looks whether the page is there, is no visitor.
          if (request.method !== 'GET' || /prefetch/.test(String(request.headers['sec-purpose'] ?? ''))) return;
          const visit = { page, ref: link.ref, subId: link.subId || null };
          void app.countOpening(request).then((isCounted) => isCounted && app.signals.noteCheckout(visit));
        },
      });
    });

    scope.post<{ Params: Params }>(
      '/buy/:eventId',
      { config: { access: BUYING }, schema: { hide: true } },
      async (request, reply) => {
        const { eventId } = request.params;
        const form = readForm(request);
        if (field(request.body, 'update') !== '') return show(ctx, request, reply, eventId, form);
        const choice = newOrder.omit({ sub_id: true }).safeParse({
          event_id: eventId,
          ticket_type_id: form.ticket,
          quantity: Number(form.quantity),
          buyer_email: form.email.trim(),
          buyer_name: form.name,
        });
        if (!choice.success) {
          const errors = toBuyErrors(choice.error.issues.map(({ path }) => String(path[0])));
          return show(ctx, request, reply, eventId, { ...form, errors }, { status: 400 });
        }
        try {
          const { ref, subId, attempt } = form;
          const { language } = parseVisit(request);
          const { checkoutUrl } = await beginPurchase(callContext(ctx, request), {
            ...{ choice: choice.data, ref, subId, attempt, language },
            ip: request.ip,
          });
          return reply.header('Cache-Control', 'no-store').redirect(local(ctx, checkoutUrl), 303);
        } catch (error) {
          if (!(error instanceof ProblemError) || error.code === 'internal_error') throw error;
          const isTooCheap = error.errors?.some(({ field }) => field === 'quantity' || field === 'ticket_type_id');
          const code = error.code === 'invalid_request' && isTooCheap ? 'not_chargeable' : error.code;
          const errors = [REFUSALS[code] ?? { words: 'buy.refused' }];
          return show(ctx, request, reply, eventId, { ...form, errors }, { status: error.status });
        }
      },
    );
  });
};

const EMPTY: BuyForm = { ticket: '', quantity: '1', name: '', email: '', ref: '', subId: '', attempt: '', errors: [] };

const FAULTS: Record<string, BuyError> = {
  ticket_type_id: { field: 'ticket', words: 'buy.wrong_ticket' },
  quantity: { field: 'quantity', words: 'buy.wrong_quantity' },
  buyer_email: { field: 'email', words: 'buy.wrong_email' },
  buyer_name: { field: 'name', words: 'buy.wrong_name' },
};

/** What is wrong with the fields of an order, once each. */
function toBuyErrors(fields: readonly string[]): BuyError[] {
  return [...new Set(fields)].map((name) => FAULTS[name] ?? { words: 'buy.wrong_form' });
}

/** What an error means to a buyer. */
const REFUSALS: Record<string, BuyError> = {
  tickets_unavailable: { field: 'quantity', words: 'buy.tickets_unavailable' },
  quantity_over_limit: { field: 'quantity', words: 'buy.quantity_over_limit' },
  sales_not_open: { field: 'ticket', words: 'buy.sales_not_open' },
  sales_ended: { field: 'ticket', words: 'buy.sales_ended' },
  event_not_on_sale: { words: 'buy.event_not_on_sale' },
  unknown_ticket_type: { field: 'ticket', words: 'buy.wrong_ticket' },
  payments_unavailable: { words: 'buy.payments_unavailable' },
  not_chargeable: { field: 'quantity', words: 'buy.not_chargeable' },
  busy: { words: 'buy.busy' },
  // The fields were checked before.
  invalid_request: { field: 'email', words: 'buy.ordered_before' },
  rate_limited: { words: 'buy.too_many' },
  idempotency_in_progress: { words: 'buy.in_progress' },
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
  return { ref: parseCode(code) ?? '', subId: click.data ?? '' };
}

/** What a visitor entered, to be shown again; a key pasted by mistake is not. */
function typed(body: unknown, name: string): string {
  const text = field(body, name);
  return holdsCredential(text) ? '' : text;
}

async function show(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  eventId: string,
  form: BuyForm,
  { status = 200, onShown }: { status?: number; onShown?: (page: BuyPage) => void } = {},
): Promise<FastifyReply> {
  const visit = parseVisit(request);
  const { t } = visit;
  let page: BuyPage;
  try {
    page = await getBuyPage(ctx, eventId);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const gone = error.code === 'event_withdrawn';
    const title = t(gone ? 'buy.gone' : 'buy.unknown');
    const words = t(gone ? 'buy.gone_words' : 'buy.unknown_words');
    const body = html`<h1>${title}</h1><p>${words}</p>`;
    return sendVisitorPage(ctx, reply, visit, { title, status: error.status, body });
  }
  onShown?.(page);
  const organizer = await getOrganizerOfEvent(ctx, eventId);
  return sendVisitorPage(ctx, reply, visit, { title: page.name, status, body: buyBody(page, organizer, form, visit) });
}
