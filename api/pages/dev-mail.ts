import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../../src/core/problems.js';
import { MAIL_STYLE_HASH } from '../../src/platform/mail/compose.js';
import { type KeptMail, readKeptMail, readMailbox } from '../../src/platform/mail/read-mailbox.js';
import type { Route } from '../http/access.js';
import { type Html, html, sendPage } from './layout.js';

const params = z.object({ id: z.string().max(60) });

/**
 * `/dev/mail`: the mails that a service without a mail server did not send, for development. Not mounted where there is
 * one, nor in production: whoever reads it can sign in as anybody.
 */
export const devMailRoute: Route = (app, ctx) => {
  if (!ctx.mail?.keeps) return;

  app.get('/dev/mail', { schema: { hide: true } }, async (_request, reply) => {
    const mails = await readMailbox(ctx);
    return sendPage(reply, { title: 'Mailbox', wide: true, body: listBody(mails) });
  });

  app.get('/dev/mail/:id', { schema: { hide: true, params } }, async (request, reply) => {
    const mail = await found(request.params.id);
    return sendPage(reply, { title: mail.subject, body: mailBody(mail) });
  });

  app.get('/dev/mail/:id/html', { schema: { hide: true, params } }, async (request, reply) =>
    sendMailHtml(reply, await found(request.params.id)),
  );

  async function found(id: string): Promise<KeptMail> {
    const mail = await readKeptMail(ctx, id);
    if (!mail) throw new ProblemError('not_found');
    return mail;
  }
};

function listBody(mails: readonly KeptMail[]): Html {
  const rows = mails.map(
    (mail) => html`<tr><td>${mail.createdAt.toISOString()}</td><td>${mail.to}</td>
<td><a href="/dev/mail/${mail.id}">${mail.subject}</a></td><td>${mail.reason}</td></tr>`,
  );
  return html`<h1>Mailbox</h1>
<p>This service has no mail server (<code>SMTP_URL</code>). What it would send is here, newest first.</p>
${
  rows.length > 0
    ? html`<div class="scroll" tabindex="0"><table><thead><tr><th>Time</th><th>To</th><th>Subject</th><th>Reason</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
    : html`<p class="soft">No mail yet.</p>`
}`;
}

function mailBody(mail: KeptMail): Html {
  return html`<p><a href="/dev/mail">Mailbox</a></p>
<h1>${mail.subject}</h1>
<p class="soft">To ${mail.to}, ${mail.createdAt.toISOString()}</p>
<pre>${linked(mail.text)}</pre>
<p><a href="/dev/mail/${mail.id}/html">As HTML</a></p>`;
}

/** The text with its links to be followed. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** The HTML part as a mail reader shows it: its own style sheet, no scripts, no images, no forms. */
function sendMailHtml(reply: FastifyReply, mail: KeptMail): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${MAIL_STYLE_HASH}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      'Referrer-Policy': 'no-referrer',
    })
    .send(mail.html);
}
