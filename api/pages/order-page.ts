import type { FastifyReply } from 'fastify';
import { getOrganizerOfEvent } from '../../src/catalogue/organizer-pages.js';
import { getCalendarFile, getOrderPage, getTicketPdf } from '../../src/tickets/get-order-page.js';
import { resendFromPage } from '../../src/tickets/resend-tickets.js';
import type { OpenAccess, Route } from '../http/access.js';
import { sendDownload } from '../http/reply.js';
import { withForms } from './layout.js';
import { orderPageBody } from './order-page-body.js';
import { resentNote } from './resend-section.js';
import { organizerBlock, parsePageLanguage, sendNotice, sendVisitorPage } from './visitor-page.js';

interface Params {
  token: string;
}

const LIMITED: OpenAccess = { keyed: false, anyOrigin: false, limit: { name: 'tickets', perMinute: 120 } };

/** `/tickets/{token}`: a secret that only the buyer's mails hold; it shows the tickets, and the PDF alone has the name. */
export const orderPageRoute: Route = (app, ctx) => {
  const options = { config: { access: LIMITED } };
  const unknown = (reply: FastifyReply) =>
    sendNotice(ctx, reply, { title: 'ticket.unknown_title', words: 'ticket.unknown_text' });
  withForms(app, (scope) => {
    scope.get<{ Params: Params }>('/tickets/:token', options, async (request, reply) => {
      const { token } = request.params;
      const page = await getOrderPage(ctx, token);
      if (!page) return unknown(reply);
      const lang = parsePageLanguage(request);
      const { t } = lang;
      const organizer = organizerBlock(await getOrganizerOfEvent(ctx, page.order.eventId), lang);
      return sendVisitorPage(ctx, reply, lang, {
        title: `${t('ticket.subject_tickets')}: ${page.order.eventName}`,
        body: orderPageBody(t, { page, token, said: resentNote(t, request.url), organizer }),
      });
    });

    scope.get<{ Params: Params }>('/tickets/:token/tickets.pdf', options, async (request, reply) => {
      const pdf = await getTicketPdf(ctx, request.params.token, parsePageLanguage(request).language);
      return pdf ? file(reply, pdf, 'application/pdf', 'tickets.pdf') : unknown(reply);
    });

    scope.get<{ Params: Params }>('/tickets/:token/event.ics', options, async (request, reply) => {
      const text = await getCalendarFile(ctx, request.params.token, parsePageLanguage(request).language);
      return text === null
        ? unknown(reply)
        : file(reply, Buffer.from(text), 'text/calendar; charset=utf-8', 'event.ics');
    });

    scope.post<{ Params: Params }>('/tickets/:token/resend', options, async (request, reply) => {
      const { token } = request.params;
      const sent = await resendFromPage(ctx, token);
      if (sent === null) return unknown(reply);
      return reply.header('Cache-Control', 'no-store').redirect(`/tickets/${token}?sent=${sent}`, 303);
    });
  });
};

function file(reply: FastifyReply, content: Buffer, type: string, name: string): FastifyReply {
  const kept = reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  return sendDownload(kept, type, { name, content });
}
