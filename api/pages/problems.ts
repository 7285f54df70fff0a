import { STATUS_CODES } from 'node:http';
import { PROBLEM_HELP } from '../../src/core/problem-help/index.js';
import type { ProblemHelp } from '../../src/core/problem-help/problem-help.js';
import { PROBLEMS, type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Route } from '../http/access.js';
import { problemBody } from '../http/problem-body.js';
import { html, sendPage, sentence } from './layout.js';

function isCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

/** The response to the example, as the service sends it. */
function exampleAnswer(code: ProblemCode, origin: string): string {
  const { detail, errors, headers = {}, allowed }: ProblemHelp = PROBLEM_HELP[code];
  const problem = new ProblemError(code, { detail, errors, allowed });
  const head = Object.entries({ ...headers, 'Content-Type': 'application/problem+json' });
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...head.map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(problemBody(problem, 'req_8kT2vQ0aXy5Lr3Wn7Bd1', origin), null, 2),
  ].join('\n');
}

/** `GET /problems` and `GET /problems/{code}`: the pages behind the `type` of every error. */
export const problemPagesRoute: Route = (app, ctx) => {
  app.get('/problems', (_request, reply) => {
    const rows = Object.entries(PROBLEMS).map(
      ([code, [status, title]]) =>
        html`<tr><td class="number">${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`,
    );
    sendPage(reply, {
      title: 'Problems',
      body: html`<h1>Problems</h1><p>Every error of the API has one of these codes.</p>
<table><tr><th class="number">Status</th><th>Code</th><th>Title</th></tr>${rows}</table>`,
    });
  });

  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const { code } = request.params;
    if (!isCode(code)) throw new ProblemError('not_found');
    const [status, title, explanation] = PROBLEMS[code];
    const { why, fix, request: example } = PROBLEM_HELP[code];
    sendPage(reply, {
      title: `${title} (${code})`,
      body: html`<p class="soft">${status} <code>${code}</code></p><h1>${title}</h1><p>${sentence(explanation)}</p>
<h2>Why it happens</h2><p>${sentence(why)}</p>
<h2>How to fix it</h2><p>${sentence(fix)}</p>
<h2>Example</h2><p class="soft">Request</p><pre>${example}</pre>
<p class="soft">Response</p><pre>${exampleAnswer(code, ctx.config.origin)}</pre>
<p class="soft"><code>type</code>: ${ctx.config.origin}/problems/${code}</p>
<p><a href="/problems">All problems</a> · <a href="/docs">API documentation</a></p>`,
    });
  });
};
