import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOrganizerOfEvent } from '../../src/catalogue/organizer-pages.js';
import { ProblemError } from '../../src/core/problems.js';
import { getCheckout, payAtCheckout, resendAtCheckout } from '../../src/orders/checkout.js';
import { followPayment } from '../../src/orders/close-checkout.js';
import { cancelAtCheckout } from '../../src/orders/end-hold.js';
import { orderPageUrl } from '../../src/tickets/order-page-link.js';
import type { Route } from '../http/access.js';
import { callContext } from '../http/call-context.js';
import { checkoutBody, failureNote, HEADINGS } from './checkout-body.js';
import { withForms } from './layout.js';
import { resentNote } from './resend-section.js';
import { parsePageLanguage, sendNotice, sendVisitorPage, wantsHtml } from './visitor-page.js';

interface Params {
  token: string;
}

/** The order's page explains this better than a page of its own: the order still has its tickets. */
function isShown(error: unknown): error is ProblemError & { code: 'busy' | 'payments_unavailable' } {
  return error instanceof ProblemError && (error.code === 'busy' || error.code === 'payments_unavailable');
}

/** `/checkout/{token}`: buyer and partner alone have the token, so forms need no other. Buttons redirect: a reload is safe. */
export const checkoutRoute: Route = (app, ctx) => {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    failure?: ProblemError,
  ): Promise<FastifyReply> => {
    // Back from the processor's page: the processor may know more than its messages so far.
    if (request.url.endsWith('?from=payment')) await followPayment(callContext(ctx, request), token);
    const checkout = await getCheckout(ctx, token);
    if (!checkout) return unknown(reply);
    const lang = parsePageLanguage(request);
    const organizer = await getOrganizerOfEvent(ctx, checkout.event.id);
    // The partner knows this address. Tickets that open a door are behind the buyer's mail alone.
    const isSample = checkout.mode === 'test' && checkout.state === 'paid';
    const ticketsUrl = isSample ? await orderPageUrl(ctx, checkout.orderId) : null;
    return sendVisitorPage(ctx, reply.headers(failure?.headers ?? {}), lang, {
      title: lang.t(HEADINGS[checkout.state]),
      status: failure?.status,
      formAction: ctx.config.stripe[checkout.mode]?.apiBase,
      body: checkoutBody(
        {
          ...{ checkout, organizer, token, ticketsUrl },
          said: isShown(failure) ? failureNote(checkout, failure.code, lang) : resentNote(lang.t, request.url),
          seller: ctx.config.service.legalName,
        },
        lang,
      ),
    });
  };
  const unknown = (reply: FastifyReply) =>
    sendNotice(ctx, reply, { title: 'checkout.unknown', words: 'checkout.unknown_words' });
  /** A button that the processor, the organizer's account, or too many at once, left without effect: its buyer reads on the page what that means. */
  const pressed = (request: FastifyRequest, reply: FastifyReply, token: string, work: () => Promise<FastifyReply>) =>
    work().catch((error: unknown) => {
      if (!isShown(error) || !wantsHtml(request)) throw error;
      return show(request, reply, token, error);
    });
  const back = (reply: FastifyReply, token: string, known: boolean) =>
    known ? reply.header('Cache-Control', 'no-store').redirect(`/checkout/${token}`, 303) : unknown(reply);

  withForms(app, (scope) => {
    scope.get<{ Params: Params }>('/checkout/:token', (request, reply) => show(request, reply, request.params.token));
    scope.post<{ Params: Params }>('/checkout/:token/pay', (request, reply) => {
      const { token } = request.params;
      const { language } = parsePageLanguage(request);
      return pressed(request, reply, token, async () => {
        const paying = await payAtCheckout(callContext(ctx, request), token, language);
        return paying?.page
          ? reply.header('Cache-Control', 'no-store').redirect(paying.page, 303)
          : back(reply, token, paying !== null);
      });
    });
    scope.post<{ Params: Params }>('/checkout/:token/cancel', (request, reply) => {
      const { token } = request.params;
      return pressed(request, reply, token, async () =>
        back(reply, token, await cancelAtCheckout(callContext(ctx, request), token)),
      );
    });
    scope.post<{ Params: Params }>('/checkout/:token/resend', async (request, reply) => {
      const { token } = request.params;
      const sent = await resendAtCheckout(callContext(ctx, request), token);
      return back(reply, sent === null || sent === 'nothing' ? token : `${token}?sent=${sent}`, sent !== null);
    });
  });
};
