import { PROBLEMS, type ProblemCode, ProblemError } from '../../src/domain/problems.js';
import type { Route } from '../access.js';
import { html, sendPage, sentence } from './layout.js';

function isCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

/** What to do about it, where the explanation alone does not say. */
const CURES: Partial<Record<ProblemCode, string>> = {
  invalid_request: 'Correct each field that `errors` names; values are never echoed.',
  key_in_url: 'Treat the key as known to others: revoke it, make a new one, and send it in the header.',
  origin_not_allowed: 'Call from a page on one of the key’s domains, or have the domain added to the key.',
  rate_limited: 'Watch `RateLimit-Remaining` and `RateLimit-Reset` to stay below the limit.',
  event_withdrawn: 'Remove the event and its `buy_url` from everything you publish.',
  internal_error: 'Trying again is safe for GET, and for orders with the same `Idempotency-Key`.',
};

/** `GET /problems` and `GET /problems/{code}`: the pages behind the `type` of every error. */
export const problemPagesRoute: Route = (app, ctx) => {
  app.get('/problems', { schema: { hide: true } }, (_request, reply) => {
    const rows = Object.entries(PROBLEMS).map(
      ([code, [status, title]]) =>
        html`<tr><td class="number">${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`,
    );
    sendPage(reply, {
      title: 'Problems',
      body: html`<h1>Problems</h1><p>Every error of the API carries one of these codes.</p>
<table><tr><th class="number">Status</th><th>Code</th><th>Title</th></tr>${rows}</table>`,
    });
  });

  app.get<{ Params: { code: string } }>('/problems/:code', { schema: { hide: true } }, (request, reply) => {
    const { code } = request.params;
    if (!isCode(code)) throw new ProblemError('not_found');
    const [status, title, explanation] = PROBLEMS[code];
    const cure = CURES[code];
    sendPage(reply, {
      title: `${title} (${code})`,
      body: html`<p class="soft">${status} <code>${code}</code></p><h1>${title}</h1><p>${sentence(explanation)}</p>
${cure && html`<p>${sentence(cure)}</p>`}
<p class="soft"><code>type</code>: ${ctx.config.origin}/problems/${code}</p>
<p><a href="/problems">All problems</a> · <a href="/docs">API documentation</a></p>`,
    });
  });
};
