import type { FastifyReply } from 'fastify';
import type { ProblemError } from '../../src/core/problems.js';
import { html, sendPage, sentence } from './layout.js';

/** An error page for a browser, with what support needs. */
export function sendProblemPage(reply: FastifyReply, problem: ProblemError): void {
  reply.headers(problem.headers);
  if (problem.allowed) reply.header('Allow', problem.allowed.join(', '));
  sendPage(reply, {
    title: problem.title,
    status: problem.status,
    body: html`<h1>${problem.title}</h1><p>${sentence(problem.message)}</p>
<p class="soft">${problem.status} <code>${problem.code}</code> · <code>${reply.request.id}</code></p>`,
  });
}
