import { buildAndWalk, type MountedRoute } from '../../support/access/mounted-routes.js';
import { expectOAuthError } from '../../support/access/oauth.js';
import { buildWidget } from '../../support/build-packages.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { AGREED_OPERATIONS } from '../../support/dashboard/dashboard-table.js';
import { expectProblem } from '../../support/problem.js';
import { KEYS } from './access-tables.js';

const BASES = ['/v1', '/api/v1'];

/** The service's own pages and documents at the root of the origin: no key is read there. */
const PAGES = [
  'GET /',
  'GET /robots.txt',
  'GET /favicon.ico',
  'GET /.well-known/security.txt',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/v1',
  'GET /.well-known/oauth-protected-resource/v1/mcp',
  'GET /.well-known/oauth-protected-resource/api/v1',
  'GET /.well-known/oauth-protected-resource/api/v1/mcp',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-authorization-server/v1',
  'GET /.well-known/oauth-authorization-server/v1/mcp',
  'GET /.well-known/oauth-authorization-server/api/v1',
  'GET /.well-known/oauth-authorization-server/api/v1/mcp',
  'GET /e/:id',
  'GET /pictures/*',
  'HEAD /pictures/*',
  'GET /problems',
  'GET /problems/:code',
  'GET /buy/:eventId',
  'GET /buy/:eventId/:code',
  'GET /buy/:eventId/:code/:subId',
  'POST /buy/:eventId',
  'GET /checkout/:token',
  'POST /checkout/:token/pay',
  'POST /checkout/:token/cancel',
  'POST /checkout/:token/resend',
  'POST /organizer/tickets/check',
  'GET /tickets/:token',
  'GET /tickets/:token/tickets.pdf',
  'GET /tickets/:token/event.ics',
  'POST /tickets/:token/resend',
  'GET /sandbox',
  'POST /sandbox',
  'POST /sandbox/refund',
  'POST /sandbox/leave',
  'GET /sandbox/mail',
  'GET /sandbox/mail/:id',
  'GET /sandbox/mail/:id/html',
  'GET /sandbox/mail/:id/files/:name',
  'GET /dev/mail',
  'GET /dev/mail/:id',
  'GET /dev/mail/:id/html',
  'GET /dev/mail/:id/files/:name',
  'GET /healthz',
  'GET /readyz',
  'GET /openapi.json',
  'GET /llms.txt',
  'GET /status',
  'GET /status.json',
  'GET /client.tgz',
  'GET /widget.js',
  'GET /dashboard',
  'GET /dashboard/',
  'GET /dashboard/:section',
  'GET /dashboard/:section/*',
  'GET /dashboard/assets/*',
  'HEAD /dashboard/assets/*',
  'GET /dashboard/api/openapi.json',
];
/** What pages of any origin may read: a document, and a script that they load. */
const FOR_EVERYBODY = ['/openapi.json', '/widget.js'];
/** What OAuth clients look up from any page. */
const METADATA = /^\/\.well-known\/oauth-[a-z-]+(?:\/api)?(?:\/v1)?$/;
/** What members' sessions open: `test/api/dashboard` asks for each. */
const DASHBOARD = Object.keys(AGREED_OPERATIONS).map((one) => one.replace(' ', ' /dashboard/api'));
/** Files of the browsable document. */
const DOCUMENTS = /^GET \/docs(\/|$)/;

let ctx: TestContext;
let app: Awaited<ReturnType<typeof buildAndWalk>>['app'];
let routes: MountedRoute[];
beforeAll(async () => {
  await buildWidget();
  ctx = await createTestContext();
  ({ app, routes } = await buildAndWalk(ctx));
});
afterAll(async () => {
  await app.close();
  await ctx.close();
});

/** The path of a table with something in place of its parameters. */
const concrete = (path: string) => path.replace('{id}', 'xyz_0').replace('{file}', 'events.json');

/** Whether a route of the router answers a path of the tables. */
function answers(url: string, path: string): boolean {
  const pattern = url.replace(/[.*+?^$()[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(concrete(path));
}

/** Routes that neither the tables nor the list of pages name. */
function unnamed(mounted: readonly MountedRoute[]): string[] {
  const named = ({ method, url }: MountedRoute): boolean => {
    // Every GET has its HEAD, which the tables ask too; OPTIONS is asked below.
    const as = method === 'HEAD' ? 'GET' : method;
    const base = BASES.find((base) => url.startsWith(`${base}/`));
    if (base === undefined) return [...PAGES, ...DASHBOARD].includes(`${as} ${url}`) || DOCUMENTS.test(`${as} ${url}`);
    const rows = KEYS.filter(({ path }) => answers(url.slice(base.length), path));
    return rows.some((row) => row.method === as || method === 'OPTIONS');
  };
  return mounted.filter((route) => !named(route)).map(({ method, url }) => `${method} ${url}`);
}

/** Methods by path, as the tables name them. */
const PATHS = [...new Set(KEYS.map(({ path }) => path))].map((path): [string, string[]] => {
  const own = KEYS.filter((row) => row.path === path).flatMap(({ method }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return [path, [...own, 'OPTIONS'].sort()];
});

const listed = (header: unknown) => String(header).split(', ').sort();

describe('every route is known to the access tables', () => {
  test('no route is mounted that they do not name', () => {
    expect(unnamed(routes)).toEqual([]);
  });

  test('a route that is added without them is noticed, also where a sibling has a parameter', async () => {
    const { app: other, routes: more } = await buildAndWalk(ctx, {
      extraRoutes: [
        (scope) => {
          scope.get('/events/export', () => 'everything');
          scope.delete('/orders/:id', () => 'gone');
        },
      ],
    });
    await other.close();
    const added = ['GET /events/export', 'HEAD /events/export', 'DELETE /orders/:id'];
    expect(unnamed(more).sort()).toEqual(
      BASES.flatMap((base) => added.map((one) => one.replace(' ', ` ${base}`))).sort(),
    );
  });

  test.each(BASES)('every row is mounted under %s', (base) => {
    const missing = KEYS.filter(
      ({ method, path }) =>
        !routes.some(
          (route) => route.method === method && route.url.startsWith(base) && answers(route.url, base + path),
        ),
    );
    expect(missing).toEqual([]);
  });
});

describe.each(BASES)('OPTIONS under %s', (base) => {
  test.each(PATHS)('a preflight of %s allows %p', async (path, methods) => {
    const { statusCode, headers, body } = await app.inject({
      method: 'OPTIONS',
      url: base + concrete(path),
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers['service-request-id']).toMatch(/^req_/);
    if (path.startsWith('/oauth/')) {
      // Clients with a secret are no web pages.
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      return;
    }
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(listed(headers['access-control-allow-methods'])).toEqual(methods);
    const accepted = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'];
    expect(listed(headers['access-control-allow-headers'])).toEqual(accepted);
  });

  test.each(PATHS)('%s says without a page that it takes %p', async (path, methods) => {
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url: base + concrete(path) });
    expect([statusCode, listed(headers.allow)]).toEqual([204, methods]);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(PATHS)('%s refuses every method but %p, for every caller', async (path, methods) => {
    for (const method of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((one) => !methods.includes(one))) {
      for (const headers of [{}, { authorization: 'Bearer tt_sk_live_nobody' }]) {
        const answer = await app.inject({ method, url: base + concrete(path), headers });
        if (path.startsWith('/oauth/')) expectOAuthError(answer, 405, 'invalid_request');
        else expect(expectProblem(answer, 'method_not_allowed').allowed?.toSorted()).toEqual(methods);
        expect(listed(answer.headers.allow)).toEqual(methods);
      }
    }
  });
});

test.each(PAGES.filter((page) => page.startsWith('GET')))(
  '%s reads no key and opens to no other page',
  async (page) => {
    const url = page.slice(4).replace(/:\w+/, 'xyz');
    const plain = await app.inject({ url });
    for (const authorization of ['Bearer tt_sk_live_nobody', 'Basic eDp5']) {
      const answer = await app.inject({ url, headers: { authorization, origin: 'https://shop.example' } });
      expect(answer.statusCode).toBe(plain.statusCode);
      expect(answer.headers).not.toHaveProperty('www-authenticate');
      expect(answer.headers['access-control-allow-origin']).toBe(
        FOR_EVERYBODY.includes(url) || METADATA.test(url) ? '*' : undefined,
      );
    }
  },
);

test('no page fails because of text in its path', async () => {
  const elsewhere = [...BASES, '/dashboard/api'];
  const open = routes.filter(({ url }) => /[:*]/.test(url) && !elsewhere.some((base) => url.startsWith(`${base}/`)));
  expect(open.length).toBeGreaterThan(6);
  for (const { method, url } of open) {
    const write = async (text: string) => {
      const path = url.replace(/:\w+|\*/, text);
      const form = method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      };
      const { statusCode } = await app.inject({ method: method as 'GET', url: path, ...form });
      return `${method} ${path} ${statusCode}`;
    };
    expect(await write('a%00b')).toBe(`${method} ${url.replace(/:\w+|\*/, 'a%00b')} 400`);
    for (const text of ['%EF%BF%BF', '%25%30%30', '%2e%2e%2f', 'a%0d%0ab', '%F0%9F%98%80', 'x'.repeat(5_000)]) {
      expect(await write(text)).toMatch(/ (200|400|404|414)$/);
    }
  }
});
