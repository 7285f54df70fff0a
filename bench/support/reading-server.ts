import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildApp } from '../../api/app.js';
import { ANY_KEY, keyed, type Route } from '../../api/http/access.js';
import { UNLIMITED_AGREEMENT, type Viewer } from '../../src/core/viewer.js';
import { listEvents } from '../../src/listings/list-events.js';
import { eventListQuery } from '../../src/listings/wire.js';
import { readConfig } from '../../src/platform/config/config.js';
import { type Context, createContext } from '../../src/platform/context/context.js';
import { rowsPage } from './rows-page.js';

/** The same page made the usual way, in the same server: rows to objects to JSON, nothing prepared ahead. */
const rowsRoute: Route = (app, ctx) => {
  const access = keyed({ kinds: ANY_KEY });
  app.get('/bench/rows', { config: { access }, schema: { querystring: eventListQuery } }, async (request, reply) => {
    const body = await rowsPage(ctx, request.caller, request.query.cursor);
    return reply.header('Content-Type', 'application/json').send(body);
  });
};

/** What a page is sent with to a website. */
const HEADERS = {
  'service-request-id': 'req_00000000000000000000',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private',
  vary: 'Authorization, Origin',
  'access-control-allow-origin': 'https://shop.example',
  'access-control-expose-headers':
    'Service-Request-Id, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
  'ratelimit-limit': '100000000',
  'ratelimit-remaining': '99999999',
  'ratelimit-reset': '60',
  etag: '"kbc-2ld8g1xk0z4x9"',
  'content-type': 'application/json',
};

/** Fastify alone: `/same` sends fixed bytes of a page, `/headed` with the headers of a page, `/bytes` asks the service for each page, without key or tag. */
async function bareServer(ctx: Context): Promise<number> {
  const app = Fastify({ logger: false });
  const companyId = process.env.BENCH_COMPANY ?? null;
  const viewer: Viewer = { mode: 'live', companyId, ref: 'bench', agreement: UNLIMITED_AGREEMENT };
  const same = await listEvents(ctx, viewer, { surface: 'events', filters: {}, limit: 20 });
  app.get('/same', (_request, reply) => reply.header('Content-Type', 'application/json').send(same));
  app.get('/headed', (_request, reply) => reply.headers(HEADERS).send(same));
  app.get<{ Querystring: { cursor: string } }>('/bytes', async (request, reply) => {
    const question = { surface: 'events', filters: {}, limit: 20, cursor: request.query.cursor };
    return reply.header('Content-Type', 'application/json').send(await listEvents(ctx, viewer, question));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function apiServer(ctx: Context): Promise<number> {
  const app = await buildApp(ctx, { extraRoutes: [rowsRoute] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function main(): Promise<void> {
  const ctx = createContext(readConfig(process.env), { name: `bench ${process.argv[2]}` });
  const port = process.argv[2] === 'bare' ? await bareServer(ctx) : await apiServer(ctx);
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
}

void main();
