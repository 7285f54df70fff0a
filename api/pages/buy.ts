import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOrganizerOfEvent } from '../../src/catalogue/organizer-pages.js';
import type { Id } from '../../src/core/ids.js';
import { containsCredential } from '../../src/core/key-format.js';
import { ProblemError } from '../../src/core/problems.js';
import { beginPurchase } from '../../src/orders/begin-purchase.js';
import { type BuyPage, getBuyPage } from '../../src/orders/get-buy-page.js';
import { readLink } from '../../src/orders/rules/read-link.js';
import { purchaseChoice } from '../../src/orders/wire.js';
import type { Context } from '../../src/platform/context/context.js';
import type { OpenAccess, Route } from '../http/access.js';
import { callContext } from '../http/call-context.js';
import { type BuyError, type BuyForm, buyBody } from './buy-body.js';
import { field, type Html, html, withForms } from './layout.js';
import { parsePageLanguage, sendNotice, sendVisitorPage } from './visitor-page.js';

/** Each purchase holds tickets: more than these from one address in a minute are no visitor's. */
const BUYING: OpenAccess = { keyed: false, anyOrigin: false, limit: { name: 'buy', perMinute: 30 } };

interface Params {
  eventId: Id<'event'>;
  code?: string;
  subId?: string;
}

/** Programs that draw previews of links or crawl the web, by their own words. */
const PROGRAM =
  /[Bb]ot\b|crawler|spider|facebookexternalhit|facebookcatalog|WhatsApp\/|Slack-ImgProxy|SkypeUriPreview|embedly|Iframely|preview/i;

/** Whether a person opens the page: not a browser that prefetches it, nor a program that looks at it. */
function isVisitor({ method, headers }: FastifyRequest): boolean {
  const isPrepared = /prefetch|prerender/.test(String(headers['sec-purpose'] ?? ''));
  return method === 'GET' && !isPrepared && !PROGRAM.test(headers['user-agent'] ?? '');
}

/**
 * `GET` and `POST /buy/{event id}`: where a partner's buy link leads. `/buy/{event id}/{code}/{sub_id}` is its second
 * form, without a query that other programs could change. The link's other parameters decide only the credit, so they
 * are never a reason to refuse: these routes read their query themselves.
 */
export const buyRoute: Route = (app, ctx) => {
  withForms(app, (scope) => {
    for (const path of ['/buy/:eventId', '/buy/:eventId/:code', '/buy/:eventId/:code/:subId']) {
      scope.get<{ Params: Params }>(path, (request, reply) => {
        const query = request.url.slice(request.url.indexOf('?') + 1 || request.url.length);
        const { eventIds, isSubIdDropped, ...link } = readLink({ ...request.params, query });
        const form = { ...EMPTY, ...link, attempt: newAttempt() };
        return show(ctx, request, reply, eventIds, form, {
          onShown(page) {
            if (!isVisitor(request)) return;
            const visit = { page, ref: link.ref, subId: link.subId || null, isSubIdDropped };
            void app.countOpening(request).then((isCounted) => isCounted && app.signals.noteCheckout(visit));
          },
        });
      });
    }

    scope.post<{ Params: Params }>('/buy/:eventId', { config: { access: BUYING } }, async (request, reply) => {
      const { eventId } = request.params;
      const form = readForm(request);
      if (field(request.body, 'update') !== '') return show(ctx, request, reply, [eventId], form);
      const choice = purchaseChoice.safeParse({
        event_id: eventId,
        ticket_type_id: form.ticket,
        quantity: Number(form.quantity),
        buyer_email: form.email.trim(),
        buyer_name: form.name,
      });
      if (!choice.success) {
        const errors = toBuyErrors(choice.error.issues.map(({ path }) => String(path[0])));
        return show(ctx, request, reply, [eventId], { ...form, errors }, { status: 400 });
      }
      try {
        const { ref, subId, returnUrl, attempt } = form;
        const { language } = parsePageLanguage(request);
        const { checkoutUrl } = await beginPurchase(callContext(ctx, request), {
          ...{ choice: choice.data, ref, subId, returnUrl, attempt, language },
          ip: request.ip,
        });
        return reply.header('Cache-Control', 'no-store').redirect(local(ctx, checkoutUrl), 303);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code === 'internal_error') throw error;
        const isTooCheap = error.errors?.some(({ field }) => field === 'quantity' || field === 'ticket_type_id');
        const code = error.code === 'invalid_request' && isTooCheap ? 'not_chargeable' : error.code;
        const errors = [REFUSALS[code] ?? { words: 'buy.refused' }];
        return show(ctx, request, reply, [eventId], { ...form, errors }, { status: error.status });
      }
    });
  });
};

const EMPTY: BuyForm = {
  ...{ ticket: '', quantity: '1', name: '', email: '' },
  ...{ ref: '', subId: '', returnUrl: '', attempt: '', errors: [] },
};

const FAULTS: Record<string, BuyError> = {
  ticket_type_id: { field: 'ticket', words: 'buy.wrong_ticket' },
  quantity: { field: 'quantity', words: 'buy.wrong_quantity' },
  buyer_email: { field: 'email', words: 'buy.wrong_email' },
  buyer_name: { field: 'name', words: 'buy.wrong_name' },
};

/** The faults of an order's fields, once each. */
function toBuyErrors(fields: readonly string[]): BuyError[] {
  return [...new Set(fields)].map((name) => FAULTS[name] ?? { words: 'buy.wrong_form' });
}

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
  const link = { ref: field(body, 'ref'), sub_id: field(body, 'sub_id'), return_url: field(body, 'return_url') };
  const { ref, subId, returnUrl } = readLink({ eventId: '', query: String(new URLSearchParams(link)) });
  const attempt = typed(body, 'attempt');
  return {
    ticket: field(body, 'ticket'),
    quantity: typed(body, 'quantity'),
    name: typed(body, 'name'),
    email: typed(body, 'email'),
    ref,
    subId,
    returnUrl,
    attempt: /^[\w-]{16,64}$/.test(attempt) ? attempt : newAttempt(),
    errors: [],
  };
}

/** A visitor's input, to be shown again, without a key that was pasted by mistake. */
function typed(body: unknown, name: string): string {
  const text = field(body, name);
  return containsCredential(text) ? '' : text;
}

async function show(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  eventIds: readonly Id<'event'>[],
  form: BuyForm,
  { status = 200, onShown }: { status?: number; onShown?: (page: BuyPage) => void } = {},
): Promise<FastifyReply> {
  const lang = parsePageLanguage(request);
  let page: BuyPage;
  try {
    page = await firstPage(ctx, eventIds);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const gone = error.code === 'event_withdrawn';
    const title = gone ? 'buy.gone' : 'buy.unknown';
    const words = gone ? 'buy.gone_words' : 'buy.unknown_words';
    return sendNotice(ctx, reply, { title, words, status: error.status });
  }
  onShown?.(page);
  const organizer = await getOrganizerOfEvent(ctx, page.eventId);
  const body = buyBody(page, organizer, form, lang);
  return sendVisitorPage(ctx, reply, lang, { title: page.name, status, body, head: previewHead(page) });
}

/** What chat programs and social networks show of a link (Open Graph). */
function previewHead({ name, date, city, description, image }: BuyPage): Html {
  const facts = [date, city, description].filter(Boolean).join(' · ');
  return html`<meta property="og:type" content="website"><meta property="og:title" content="${name}">
<meta property="og:description" content="${facts}">${image?.startsWith('https:') && html`<meta property="og:image" content="${image}">`}`;
}

/** The buy page of the first id that there is. @throws {ProblemError} as {@link getBuyPage}, for the last id. */
async function firstPage(ctx: Context, [eventId = '', ...others]: readonly string[]): Promise<BuyPage> {
  try {
    return await getBuyPage(ctx, eventId);
  } catch (error) {
    if (others.length === 0 || !(error instanceof ProblemError) || error.code !== 'event_not_found') throw error;
    return firstPage(ctx, others);
  }
}
