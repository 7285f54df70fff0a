import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildApp } from '../../api/app.js';
import { createContext } from '../../src/context/create-context.js';
import { UNLIMITED_AGREEMENT, type Viewer } from '../../src/core/viewer.js';
import { listEvents } from '../../src/listings/list-events.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { Context } from '../../src/platform/context/context.js';
import { answerParent } from './forked.js';

/** Fastify alone: `/same` sends fixed bytes of a page, `/bytes` asks the service for each page, without key or tag. */
async function bareServer(ctx: Context) {
  const app = Fastify({ logger: false });
  const companyId = process.env.BENCH_COMPANY ?? null;
  const viewer: Viewer = { mode: 'live', companyId, ref: 'bench', agreement: UNLIMITED_AGREEMENT };
  const same = await listEvents(ctx, viewer, { surface: 'events', filters: {}, limit: 20 });
  app.get('/same', (_request, reply) => reply.header('Content-Type', 'application/json').send(same));
  app.get<{ Querystring: { cursor: string } }>('/bytes', async (request, reply) => {
    const question = { surface: 'events', filters: {}, limit: 20, cursor: request.query.cursor };
    return reply.header('Content-Type', 'application/json').send(await listEvents(ctx, viewer, question));
  });
  return app;
}

/** The API; without its request log where the bench measures that cost. */
async function apiServer(ctx: Context) {
  const app = await buildApp(ctx);
  if (process.env.BENCH_UNLOGGED) app.requestLog.record = () => {};
  return app;
}

/** The API, or bare Fastify, in a process of its own: says its port once it is ready. */
async function main(): Promise<void> {
  const ctx = createContext(readConfig(process.env), { name: `bench ${process.argv[2]}` });
  const app = process.argv[2] === 'bare' ? await bareServer(ctx) : await apiServer(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  answerParent(async () => null, { port });
}

void main();
