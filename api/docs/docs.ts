import type { FastifyReply } from 'fastify';
import { PROBLEMS, ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import type { App } from '../http/access.js';
import { isJson } from '../http/json.js';
import { PAGE_PERMISSIONS } from '../http/page-permissions.js';
import { jsonOnce, sendJson } from '../http/reply.js';
import { Html } from '../pages/layout.js';
import { readAssets } from './assets.js';
import { llmsText } from './llms.js';
import { overviewBody } from './overview.js';
import { searchEntries } from './search.js';
import { shell } from './shell.js';
import { createDocsSite, type DocsPage, type DocsSite } from './site.js';
import { statusPage } from './status.js';

const FIVE_MINUTES = 'public, max-age=300';
const A_YEAR = 'public, max-age=31536000, immutable';

/** `GET /openapi.json`, the documentation at `/docs`, `/llms.txt` and `/status`: all from this process, so that they work without the internet. */
export function docs(app: App, ctx: Context): void {
  const openapi = jsonOnce(() => app.swagger());
  app.get('/openapi.json', { config: { anyOrigin: true } }, (_request, reply) => {
    reply.header('Access-Control-Allow-Origin', '*').header('Cache-Control', FIVE_MINUTES);
    sendJson(reply, openapi());
  });

  statusPage(app, ctx);
  const assets = readAssets();
  const policy = contentPolicy(ctx);
  let made: DocsSite | undefined;
  const site = (): DocsSite => {
    made ??= createDocsSite(ctx.config, document(app));
    return made;
  };
  const kept = (reply: FastifyReply) =>
    reply.headers({ 'Cache-Control': FIVE_MINUTES, 'Referrer-Policy': 'no-referrer' });
  const send = (reply: FastifyReply, text: string) =>
    kept(reply)
      .headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        // As the dashboard, whose tab hands over a test key that it has just made.
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Permissions-Policy': PAGE_PERMISSIONS,
      })
      .send(text);
  const sendText = (reply: FastifyReply, type: string, text: string) =>
    kept(reply).type(`${type}; charset=utf-8`).send(text);

  const pages = new Map<string, string>();
  /** The whole page, put together when it is first read. */
  const whole = (page: DocsPage): string => {
    const ready = pages.get(page.slug) ?? pageText(site(), assets.folder, page);
    pages.set(page.slug, ready);
    return ready;
  };

  app.get('/docs', (_request, reply) => {
    const body = overviewBody(site(), ctx.config);
    return send(reply, shell(site(), assets.folder, { title: 'Overview', slug: '', body }));
  });

  app.get('/llms.txt', (_request, reply) => sendText(reply, 'text/plain', llmsText(site(), ctx.config.origin)));

  const search = jsonOnce(() => searchEntries(site(), PROBLEMS));
  app.get('/docs/search.json', (_request, reply) => sendJson(kept(reply), search()));

  const postman = jsonOnce(() => site().postman());
  app.get('/docs/postman.json', (_request, reply) => {
    reply
      .header('Cache-Control', FIVE_MINUTES)
      .header('Content-Disposition', 'attachment; filename="partner-events.postman.json"');
    return sendJson(reply, postman());
  });

  app.get<{ Params: { version: string; file: string } }>('/docs/assets/:version/:file', (request, reply) => {
    const { version, file } = request.params;
    const asset = assets.files.get(file);
    if (!asset) throw new ProblemError('not_found');
    const cache = assets.folder.endsWith(`/${version}`) ? A_YEAR : 'no-store';
    return reply
      .headers({ 'Content-Type': asset.type, 'Cache-Control': cache, 'Referrer-Policy': 'no-referrer' })
      .send(asset.content);
  });

  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const path = request.params['*'];
    const slug = path.replace(/\.md$/, '');
    const page = site().page(slug);
    if (!page) throw new ProblemError('not_found');
    return path.endsWith('.md') ? sendText(reply, 'text/markdown', page.markdown) : send(reply, whole(page));
  });
}

function document(app: App) {
  const made: unknown = JSON.parse(JSON.stringify(app.swagger()));
  if (!isJson(made)) throw new TypeError('the OpenAPI document is no object');
  return made;
}

/** Nothing but files of our own; calls of “Try it” go to the API, at both of its addresses. */
function contentPolicy({ config }: Context): string {
  const api = [...new Set([config.baseUrl, config.siteBaseUrl].map((url) => new URL(url).origin))];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Pictures of sample events have the public address, whatever name this page was opened by.
    `img-src 'self' data: ${api.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self' ${api.join(' ')}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function pageText(site: DocsSite, folder: string, page: DocsPage): string {
  return shell(site, folder, {
    title: page.title,
    slug: page.slug,
    body: new Html(page.html),
    markdownUrl: `/docs/${page.slug}.md`,
    contents: page.sections.filter(({ level }) => level === 2),
  });
}
