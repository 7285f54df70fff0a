import { z } from 'zod';
import { type BuildOptions, buildApp } from '../../api/app.js';
import { ACCESS, ANY_KEY, type App, keyed, type Route, SERVER_OR_TEST } from '../../api/http/access.js';
import { type CreatedKey, type CreateKeyInput, createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { createTestContext, type TestContext, type TestContextOptions } from './context.js';

export interface TestApi {
  ctx: TestContext;
  app: App;
  companyId: string;
  keys: { test: CreatedKey; website: CreatedKey; server: CreatedKey };
  /** Another key of the same company. */
  newKey(input: Omit<CreateKeyInput, 'companyId'>): Promise<CreatedKey>;
  close(): Promise<void>;
}

export const WEBSITE = 'https://shop.example';

/** The API over a database of its own, with a company that has a key of each kind. */
export async function createTestApi(
  options: { context?: TestContextOptions; build?: BuildOptions } = {},
): Promise<TestApi> {
  const ctx = await createTestContext(options.context);
  const app = await buildApp(ctx, options.build);
  const company = await createCompany(ctx, { name: 'Example Partner' });
  const newKey: TestApi['newKey'] = (input) => createKey(ctx, { companyId: company.id, ...input });
  return {
    ctx,
    app,
    companyId: company.id,
    keys: {
      test: await newKey({ kind: 'test' }),
      website: await newKey({ kind: 'website', domains: ['shop.example', '*.shop.example'] }),
      server: await newKey({ kind: 'server' }),
    },
    newKey,
    async close() {
      await app.close();
      await ctx.close();
    },
  };
}

/** `Authorization` of a key, and the other headers of a call. */
export function bearer(key: { key: string }, more: Record<string, string> = {}): Record<string, string> {
  return { authorization: `Bearer ${key.key}`, ...more };
}

/** How often each probe ran its handler. */
export const probed = { count: 0 };

const anything = z.object({ city: z.string().max(100).optional(), limit: z.string().optional() });

/** Routes in place of the contract's, so that the platform is tested alone. */
export const probeRoutes: Route[] = [
  (app) => {
    app.get(
      '/probe',
      { config: { access: keyed({ kinds: ANY_KEY }) }, schema: { querystring: anything } },
      (request, reply) => {
        probed.count++;
        const body = JSON.stringify({ mode: request.caller.mode, city: request.query.city ?? null });
        reply.header('Content-Type', 'application/json').send(Buffer.from(body));
      },
    );
    app.get(
      '/probe/:id',
      { config: { access: keyed({ kinds: ANY_KEY }) }, schema: { params: z.object({ id: z.string().max(50) }) } },
      (request) => ({ id: request.params.id }),
    );
    app.post(
      '/probe-orders',
      {
        config: { access: keyed({ kinds: SERVER_OR_TEST, capability: 'EMBEDDED_CHECKOUT' }) },
        schema: {
          body: z.strictObject({
            quantity: z.int().min(1).max(20),
            buyer: z.strictObject({ name: z.string().max(20) }).optional(),
          }),
        },
      },
      (request) => ({ quantity: request.body.quantity }),
    );
    app.get('/probe-failure', { config: { access: keyed({ kinds: ANY_KEY }) } }, () => {
      throw new Error('relation "secrets" does not exist');
    });
    app.get('/probe-feed', { config: { access: keyed({ kinds: ANY_KEY, keyInQuery: true }) } }, () => ({ feed: true }));
    app.get('/probe-described', { config: { access: keyed({ kinds: ANY_KEY }) } }, (_request, reply) => {
      reply.headers({ 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment', 'Service-Note': 'kept' });
      reply.send(Buffer.from('a,b'));
    });
    app.get('/probe-demo', { config: { access: ACCESS.demo } }, () => ({ mode: 'test' }));
    app.get('/probe-open', { config: { access: ACCESS.open } }, () => ({ open: true }));
  },
];
