import { ProblemError } from '../../src/core/problems.js';
import { readKeptMail, readMailbox } from '../../src/platform/mail/read-mailbox.js';
import type { Route } from '../http/access.js';
import { html, sendPage } from './layout.js';
import { mailPages, mailTable } from './mailbox-pages.js';

const BASE = '/dev/mail';

/** `/dev/mail`: unsent mails of a service without a mail server. Never in production: its reader can sign in as any member. */
export const devMailRoute: Route = (app, ctx) => {
  if (!ctx.mail?.keeps) return;

  app.get('/dev/mail', async (_request, reply) => {
    const body = html`<h1>Mailbox</h1>
<p>This service has no mail server (<code>SMTP_URL</code>). What it would send is here, newest first.</p>
${mailTable(await readMailbox(ctx), BASE)}`;
    return sendPage(reply, { title: 'Mailbox', wide: true, body });
  });

  mailPages(app, {
    base: BASE,
    async find(_request, id) {
      const mail = await readKeptMail(ctx, id);
      if (!mail) throw new ProblemError('not_found');
      return mail;
    },
  });
};
