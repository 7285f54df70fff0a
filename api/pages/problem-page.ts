import type { FastifyReply } from 'fastify';
import { problemText } from '../../src/core/locales/problem-text.js';
import type { ProblemError } from '../../src/core/problems.js';
import { html, sendPage, sentence } from './layout.js';
import { parsePageLanguage } from './visitor-page.js';

/** An error page for a browser, in its language, with what support needs. */
export function sendProblemPage(reply: FastifyReply, problem: ProblemError): void {
  reply.headers(problem.headers);
  if (problem.allowed) reply.header('Allow', problem.allowed.join(', '));
  const { t, language, locale } = parsePageLanguage(reply.request);
  const { title, detail } = problemText(problem, t);
  sendPage(reply.headers({ 'Content-Language': language }), {
    title,
    language,
    locale,
    status: problem.status,
    body: html`<h1>${title}</h1><p>${sentence(detail)}</p>
<p class="soft">${problem.status} <code>${problem.code}</code> · <code>${reply.request.id}</code></p>`,
  });
}
