import type { Config } from '../../src/platform/config/config.js';
import { type Html, html } from '../pages/layout.js';
import type { DocsSite } from './site.js';

/** The first page of `/docs`: where to begin, and everything there is. */
export function overviewBody(site: DocsSite, { baseUrl, siteBaseUrl }: Config): Html {
  const groups = site.navigation.map(({ label, pages }) => {
    const items = pages.map(({ slug, label: text }) => {
      const summary = site.page(slug)?.summary ?? '';
      return html`<li><a class="card-link" href="/docs/${slug}">${text}</a> <span class="card-text">${firstSentence(summary)}</span></li>`;
    });
    return html`<section class="card"><h2>${label}</h2><ul>${items}</ul></section>`;
  });
  return html`<h1>Documentation</h1>
<p class="lead">Show live events in your site or app, send your visitors to the tickets or hold tickets for them, and earn a reward on
eligible sales. Try all of it with a test key first: no real money moves.</p>
<p class="actions"><a class="button" href="/docs/quickstart">Start with the quickstart</a> <a class="button plain" href="/docs/reference/events">Open the reference</a></p>
<table class="facts"><tr><th scope="row">Base URL</th><td><code>${baseUrl}</code>, and <code>${siteBaseUrl}</code> for existing integrations</td></tr>
<tr><th scope="row">Your key</th><td><code>Authorization: Bearer tt_test_…</code></td></tr>
<tr><th scope="row">Without a key</th><td><a href="${baseUrl}/demo/events?limit=3"><code>${baseUrl}/demo/events?limit=3</code></a></td></tr></table>
<div class="cards">${groups}</div>`;
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
