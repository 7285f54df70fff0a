import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildApp } from '../../api/app.js';
import { ANY_KEY, keyed, type Route } from '../../api/http/access.js';
import { createContext } from '../../src/context/create-context.js';
import { UNLIMITED_AGREEMENT, type Viewer } from '../../src/core/viewer.js';
import { listEvents } from '../../src/listings/list-events.js';
import { eventListQuery } from '../../src/listings/wire.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { Context } from '../../src/platform/context/context.js';
import { rowsPage } from './rows-page.js';

/** The same page made the usual way, in the same server: rows to objects to JSON, nothing prepared ahead. */
const rowsRoute: Route = (app, ctx) => {
  const access = keyed({ kinds: ANY_KEY });
  app.get('/bench/rows', { config: { access }, schema: { querystring: eventListQuery } }, async (request, reply) => {
    const body = await rowsPage(ctx, request.caller, request.query.cursor);
    return reply.header('Content-Type', 'application/json').send(body);
  });
};

/**
 * Fastify alone: `/same` sends fixed bytes of a page, `/headed` with the headers that were put there, `/bytes` asks the service
 * for each page, without key or tag.
 */
async function bareServer(ctx: Context): Promise<number> {
  const app = Fastify({ logger: false });
  const companyId = process.env.BENCH_COMPANY ?? null;
  const viewer: Viewer = { mode: 'live', companyId, ref: 'bench', agreement: UNLIMITED_AGREEMENT };
  const same = await listEvents(ctx, viewer, { surface: 'events', filters: {}, limit: 20 });
  app.get('/same', (_request, reply) => reply.header('Content-Type', 'application/json').send(same));
  let headers: Record<string, string> = {};
  app.put<{ Body: Record<string, string> }>('/headed', (request, reply) => {
    headers = request.body;
    reply.code(204).send();
  });
  app.get('/headed', (_request, reply) => reply.headers(headers).send(same));
  app.get<{ Querystring: { cursor: string } }>('/bytes', async (request, reply) => {
    const question = { surface: 'events', filters: {}, limit: 20, cursor: request.query.cursor };
    return reply.header('Content-Type', 'application/json').send(await listEvents(ctx, viewer, question));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function apiServer(ctx: Context): Promise<number> {
  const app = await buildApp(ctx, { extraRoutes: [rowsRoute] });
  if (process.env.BENCH_UNLOGGED) app.requestLog.record = () => {};
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
