import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { request as ask } from 'undici';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { App, Route } from '../http/access.js';
import { gzipTexts } from '../http/gzip-texts.js';
import { PAGE_PERMISSIONS } from '../http/page-permissions.js';
import { serveFiles } from '../http/static-files.js';
import { html, sendPage } from './layout.js';

/** Every address is one page to the server; `packages/dashboard/src/router.tsx` routes them. Its API and files are no pages. */
const SECTION = '/dashboard/:section(^(?!api$|assets$)[^]+)';
const PAGES = ['/dashboard', SECTION, `${SECTION}/*`];

/** Where the build (`packages/dashboard/vite.config.ts`) leaves a place for the nonce. */
const NONCE = /__CSP_NONCE__/g;
const A_YEAR_MS = 365 * 86_400_000;

/** The partner dashboard from its build. Nothing runs or styles it without this answer's nonce or from another host. */
export const dashboardRoute: Route = (app, { config }) => {
  if (config.dashboardDevServer) return serveFromVite(app, config.dashboardDevServer);
  const root = join(projectRoot(), 'dist/dashboard');
  let page: string | undefined;

  const send = (reply: FastifyReply): FastifyReply => {
    page ??= readPage(root);
    if (page === undefined) return notBuilt(reply);
    return sendDashboard(reply, page);
  };

  const options = { onSend: gzipTexts };
  for (const path of PAGES) app.get(path, options, (_request, reply) => send(reply));

  // Their names contain a hash of their content, so a browser never asks for them again.
  serveFiles(app, { root: join(root, 'assets'), prefix: '/dashboard/assets/', maxAgeMs: A_YEAR_MS, immutable: true });
};

/** `npm run dev`: the same pages, and the modules that they load one by one, from Vite, which reloads the page after a change. */
function serveFromVite(app: App, server: string): void {
  for (const path of PAGES) {
    app.get(path, async (request, reply) => {
      const { statusCode, headers, body } = await ask(`${server}${request.url}`, { headers: accepted(request) });
      const type = headers['content-type'] ?? 'text/plain';
      if (String(type).startsWith('text/html')) return sendDashboard(reply, await body.text(), toWebSocket(server));
      reply.code(statusCode).headers({ 'Content-Type': type, 'Cache-Control': 'no-store' });
      return reply.send(Buffer.from(await body.arrayBuffer()));
    });
  }
}

/** Vite answers by the `Accept` header: a style sheet, or a module with it. */
const accepted = ({ headers: { accept = '*/*' } }: FastifyRequest) => ({ accept });

const toWebSocket = (server: string) => server.replace(/^http/, 'ws');

/** @param connect another address that the page may connect to. */
function sendDashboard(reply: FastifyReply, page: string, connect = ''): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy(nonce, connect),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': PAGE_PERMISSIONS,
      'Referrer-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    })
    .send(page.replace(NONCE, nonce));
}

function readPage(root: string): string | undefined {
  const file = join(root, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function policy(nonce: string, connect: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${connect}`.trim(),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function notBuilt(reply: FastifyReply): FastifyReply {
  const title = 'The dashboard is not built';
  const body = html`<h1>${title}</h1><p>Run <code>npm run build</code>, then reload this page.</p>`;
  return sendPage(reply, { title, status: 404, body });
}
