import type { Context } from '../../src/platform/context/context.js';
import type { Route } from '../http/access.js';
import { type Html, html, sendPage } from './layout.js';

/** `GET /`: what this is and where to continue. */
export const landingRoute: Route = (app, ctx) => {
  const { baseUrl, siteBaseUrl } = ctx.config;
  app.get('/', (_request, reply) => {
    sendPage(reply, {
      title: 'Partner Events',
      body: html`<h1>Show live events and earn on ticket sales</h1>
<p>List live events on your site or in your app, and send your visitors to the tickets or hold tickets for them. You earn a reward on
eligible sales and follow each one to its payment. Try everything with a test key first: no real money moves.</p>
<p class="actions"><a class="button" href="/dashboard">Open the dashboard</a> <a class="button plain" href="/docs">Read the documentation</a></p>
<h2>For developers</h2>
<p>Create keys, set up webhooks and look at what was delivered in the <a href="/dashboard">dashboard</a>.
The <a href="/sandbox">sandbox</a> shows the test sales of your test key and refunds them.</p>
<table class="facts">
<tr><th>Base URL</th><td><code>${baseUrl}</code><br><span class="soft">also <code>${siteBaseUrl}</code>, for existing integrations</span></td></tr>
<tr><th>Without a key</th><td><a href="${baseUrl}/demo/events?limit=3"><code>${baseUrl}/demo/events?limit=3</code></a></td></tr>
<tr><th>Widget</th><td><a href="/docs/widget">One element for any page</a>, to try</td></tr>
<tr><th>Reference</th><td><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/problems">Problems</a></td></tr>
</table>
${developmentLinks(ctx)}`,
    });
  });
};

/** Parts for people who run the service on their own machine. */
function developmentLinks({ config, mail }: Context): Html | null {
  const { ui, namespace } = config.temporal;
  const links = [
    mail?.keeps &&
      html`<li><a href="/dev/mail">Mailbox</a>: mails that this service keeps instead of sending them, sign-in links too</li>`,
    ui &&
      config.env !== 'production' &&
      html`<li><a href="${ui}/namespaces/${namespace}/workflows">Temporal</a>: the workflows behind holds, webhooks and statements</li>`,
  ].filter(Boolean);
  return links.length === 0 ? null : html`<h2>On this machine</h2><ul>${links}</ul>`;
}
