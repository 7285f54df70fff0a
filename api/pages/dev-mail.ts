import { z } from 'zod';
import { ProblemError } from '../../src/core/problems.js';
import { type KeptMail, readKeptMail, readMailbox } from '../../src/platform/mail/read-mailbox.js';
import type { Route } from '../http/access.js';
import { html, sendPage } from './layout.js';
import { mailBody, mailTable, sendMailFile, sendMailHtml } from './mailbox-body.js';

const params = z.object({ id: z.string().max(60) });
const fileParams = params.extend({ name: z.string().max(60) });
const BASE = '/dev/mail';

/** `/dev/mail`: unsent mails of a service without a mail server. Never in production: its reader can sign in as any member. */
export const devMailRoute: Route = (app, ctx) => {
  if (!ctx.mail?.keeps) return;

  app.get('/dev/mail', { schema: { hide: true } }, async (_request, reply) => {
    const body = html`<h1>Mailbox</h1>
<p>This service has no mail server (<code>SMTP_URL</code>). What it would send is here, newest first.</p>
${mailTable(await readMailbox(ctx), BASE)}`;
    return sendPage(reply, { title: 'Mailbox', wide: true, body });
  });

  app.get('/dev/mail/:id', { schema: { hide: true, params } }, async (request, reply) => {
    const mail = await found(request.params.id);
    return sendPage(reply, { title: mail.subject, body: mailBody(mail, BASE) });
  });

  app.get('/dev/mail/:id/html', { schema: { hide: true, params } }, async (request, reply) =>
    sendMailHtml(reply, await found(request.params.id)),
  );

  app.get('/dev/mail/:id/files/:name', { schema: { hide: true, params: fileParams } }, async (request, reply) =>
    sendMailFile(reply, await found(request.params.id), request.params.name),
  );

  async function found(id: string): Promise<KeptMail> {
    const mail = await readKeptMail(ctx, id);
    if (!mail) throw new ProblemError('not_found');
    return mail;
  }
};
