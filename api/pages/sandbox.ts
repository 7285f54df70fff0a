import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import { SESSION_MS } from '../../src/sandbox/rules/sandbox-session.js';
import {
  getSandbox,
  openSandbox,
  readSandboxMail,
  type SimulatedRefund,
  simulateRefund,
} from '../../src/sandbox/sandbox-page.js';
import type { OpenAccess, Route } from '../http/access.js';
import { field, html, sendPage, withForms } from './layout.js';
import { mailPages, mailTable } from './mailbox-pages.js';
import { loginBody, sandboxBody } from './sandbox-body.js';

const MAILS = '/sandbox/mail';
const COOKIE = 'partner_sandbox';
const LIMITED: OpenAccess = { keyed: false, anyOrigin: false, limit: { name: 'sandbox', perMinute: 60 } };

const REFUSED = {
  live_key: 'That is a live key. The sandbox only works with test keys. We did not store it.',
  unknown_key: 'We do not know this test key, or it was revoked.',
};

const REFUSALS: Record<Exclude<SimulatedRefund, 'session_over' | 'done'>, string> = {
  not_found: 'This key has no such test sale.',
  nothing_left: 'That is more tickets than are left to refund.',
  no_type: 'This order has tickets of several types. Choose the type to refund, or refund all tickets.',
};

/** `/sandbox`: test sales of a key, sent once in a form's body; a signed cookie without it stands for it for two hours. */
export const sandboxRoute: Route = (app, ctx) => {
  const options = { config: { access: LIMITED } };
  withForms(app, (scope) => {
    scope.get('/sandbox', options, (request, reply) => show(ctx, reply, parseSession(request)));

    scope.post('/sandbox', options, async (request, reply) => {
      const opened = await openSandbox(ctx, field(request.body, 'key').trim());
      if ('refused' in opened) return login(reply, REFUSED[opened.refused], 401);
      return remember(ctx, reply, opened.session, SESSION_MS / 1000).redirect('/sandbox', 303);
    });

    scope.post('/sandbox/refund', options, async (request, reply) => {
      const tickets = field(request.body, 'tickets');
      const ticketTypeId = field(request.body, 'ticket_type');
      const session = parseSession(request);
      const outcome = await simulateRefund(ctx, {
        session,
        formToken: field(request.body, 'token'),
        saleId: field(request.body, 'sale'),
        request: field(request.body, 'request').slice(0, 64),
        ...(tickets !== '' && { tickets: Number(tickets) }),
        ...(ticketTypeId !== '' && { ticketTypeId }),
      });
      if (outcome === 'session_over') return login(reply, 'Your session has ended. Please enter the key again.', 401);
      if (outcome === 'done') return reply.redirect('/sandbox?refunded=1', 303);
      return show(ctx, reply, session, { said: REFUSALS[outcome], status: outcome === 'not_found' ? 404 : 409 });
    });

    scope.get('/sandbox/mail', options, async (request, reply) => {
      const mails = await readSandboxMail(ctx, parseSession(request));
      if (!mails) return login(reply, null, 401);
      const body = html`<p><a href="/sandbox">Sandbox</a></p><h1>Mailbox</h1>
<p>Mails of your test orders. They never leave this service, whatever address the order has.</p>${mailTable(mails, MAILS)}`;
      return sendPage(reply, { title: 'Mailbox', wide: true, body });
    });
    mailPages(scope, {
      ...{ base: MAILS, config: options.config },
      async find(request, id) {
        const mails = await readSandboxMail(ctx, parseSession(request));
        const mail = mails?.find((own) => own.id === id);
        if (!mail) throw new ProblemError('not_found');
        return mail;
      },
    });

    scope.post('/sandbox/leave', options, (_request, reply) => remember(ctx, reply, '', 0).redirect('/sandbox', 303));
  });
};

function parseSession(request: FastifyRequest): string {
  const cookie = (request.headers.cookie ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return cookie?.slice(COOKIE.length + 1) ?? '';
}

/** `Strict`: no other website can make the browser send it. */
function remember(ctx: Context, reply: FastifyReply, session: string, seconds: number): FastifyReply {
  const secure = ctx.config.origin.startsWith('https:') ? '; Secure' : '';
  const cookie = `${COOKIE}=${session}; Path=/sandbox; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  return reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
}

async function show(
  ctx: Context,
  reply: FastifyReply,
  session: string,
  notice: { said?: string; status?: number } = {},
): Promise<FastifyReply> {
  const sandbox = session === '' ? null : await getSandbox(ctx, session);
  if (!sandbox) return login(reply, null, 200);
  const refunded = reply.request.url.endsWith('?refunded=1');
  const done = `Refunded. The earning is reversed${sandbox.notifies ? ', and your test webhooks receive it' : ''}.`;
  const said = notice.said ?? (refunded ? done : null);
  const body = sandboxBody(sandbox, said);
  return sendPage(reply, { title: 'Sandbox', wide: true, status: notice.status, body });
}

function login(reply: FastifyReply, error: string | null, status: number): FastifyReply {
  return sendPage(reply, { title: 'Sandbox', status, body: loginBody(error) });
}
