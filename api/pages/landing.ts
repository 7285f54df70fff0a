import type { Route } from '../access.js';
import { html, sendPage } from './layout.js';

/** `GET /`: what this is and where to go on. */
export const landingRoute: Route = (app, ctx) => {
  const { baseUrl, siteBaseUrl } = ctx.config;
  app.get('/', { schema: { hide: true } }, (_request, reply) => {
    sendPage(reply, {
      title: 'Partner Events API',
      body: html`<h1>Partner Events API</h1>
<p>Live events for partners: list them, send visitors to their tickets, earn a reward on every sale.</p>
<p>Address: <code>${baseUrl}</code><br><span class="soft">also <code>${siteBaseUrl}</code>, for existing integrations</span></p>
<p>Try it without a key: <a href="${baseUrl}/demo/events?limit=3"><code>${baseUrl}/demo/events?limit=3</code></a></p>
<p><a class="button" href="/docs">Documentation</a></p>
<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/problems">Problems</a></p>`,
    });
  });
};
