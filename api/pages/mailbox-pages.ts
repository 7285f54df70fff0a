import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import { MAIL_STYLE_HASH } from '../../src/platform/mail/compose.js';
import type { KeptMail } from '../../src/platform/mail/read-mailbox.js';
import type { App } from '../http/access.js';
import { PAGE_PERMISSIONS } from '../http/page-permissions.js';
import { sendDownload } from '../http/reply.js';
import { type Html, html, sendPage } from './layout.js';

/** Kept mails as a table. @param base where each is shown, by its id. */
export function mailTable(mails: readonly KeptMail[], base: string): Html {
  if (mails.length === 0) return html`<p class="soft">No mail yet.</p>`;
  const rows = mails.map(
    (mail) => html`<tr><td>${mail.createdAt.toISOString()}</td><td>${mail.to}</td>
<td><a href="${base}/${mail.id}">${mail.subject}</a></td><td>${mail.reason}</td></tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Mails"><table><thead><tr><th>Time</th><th>To</th><th>Subject</th><th>Reason</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** A mailbox whose list is at `base`. */
export interface Mailbox {
  base: string;
  /** Access to the pages. */
  config?: FastifyContextConfig;
  /** @throws {ProblemError} `not_found`, also for a mail that the caller may not read. */
  find(request: FastifyRequest, id: string): Promise<KeptMail>;
}

/** Mounts the pages of single mails: as text, as HTML, and the files that came with them. */
export function mailPages(app: App, { base, config, find }: Mailbox): void {
  const page = (suffix: string, send: (reply: FastifyReply, mail: KeptMail, name: string) => FastifyReply) =>
    app.get<{ Params: { id: string; name?: string } }>(`${base}/:id${suffix}`, { config }, async (request, reply) => {
      const { id, name = '' } = request.params;
      return send(reply, await find(request, id), name);
    });
  page('', (reply, mail) => sendPage(reply, { title: mail.subject, body: mailBody(mail, base) }));
  page('/html', sendMailHtml);
  page('/files/:name', sendMailFile);
}

/** One mail: its text, and links to the rest of it. */
function mailBody(mail: KeptMail, base: string): Html {
  const path = `${base}/${mail.id}`;
  const files = (mail.attachments ?? []).map(({ name }) => html`<p><a href="${path}/files/${name}">${name}</a></p>`);
  return html`<p><a href="${base}">Mailbox</a></p>
<h1>${mail.subject}</h1>
<p class="soft">To ${mail.to}, ${mail.createdAt.toISOString()}</p>
<pre>${linked(mail.text)}</pre>
<p><a href="${path}/html">As HTML</a></p>
${files}`;
}

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
      'Permissions-Policy': PAGE_PERMISSIONS,
      'Referrer-Policy': 'no-referrer',
    })
    .send(mail.html);
}

/** A file that came with a mail. @throws {ProblemError} `not_found`. */
function sendMailFile(reply: FastifyReply, mail: KeptMail, name: string): FastifyReply {
  const file = mail.attachments?.find((attachment) => attachment.name === name);
  if (!file) throw new ProblemError('not_found');
  const content = Buffer.from(file.content, 'base64');
  return sendDownload(reply.header('Cache-Control', 'no-store'), file.type, { name: file.name, content });
}
