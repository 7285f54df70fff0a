import type { Route } from '../http/access.js';
import { html, sendPage } from './layout.js';

/** `GET /`: what this is and where to continue. */
export const landingRoute: Route = (app, ctx) => {
  const { baseUrl, siteBaseUrl } = ctx.config;
  app.get('/', { schema: { hide: true } }, (_request, reply) => {
    sendPage(reply, {
      title: 'Partner Events API',
      body: html`<h1>Partner Events API</h1>
<p>List live events and send your visitors to the tickets. Earn a reward on eligible sales.</p>
<p>Base URL: <code>${baseUrl}</code><br><span class="soft">also <code>${siteBaseUrl}</code>, for existing integrations</span></p>
<p>Try it without a key: <a href="${baseUrl}/demo/events?limit=3"><code>${baseUrl}/demo/events?limit=3</code></a></p>
<p><a class="button" href="/docs">Documentation</a></p>
<p><a href="/sandbox">Sandbox</a> · <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/problems">Problems</a></p>
<p class="soft">The sandbox shows the test sales of your test key and lets you refund them.</p>`,
    });
  });
};
