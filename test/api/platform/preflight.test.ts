import { createTestApi, probeRoutes, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ build: { extraRoutes: probeRoutes } });
});
afterAll(() => api.close());

const preflight = (url: string, requested?: string, method = 'GET') =>
  api.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': method,
      ...(requested !== undefined && { 'access-control-request-headers': requested }),
    },
  });

const listed = (value: unknown) =>
  String(value)
    .split(', ')
    .map((name) => name.toLowerCase());

/** As browsers send them: lower case, sorted, without blanks (Fetch standard, CORS-preflight fetch). */
const MONITORED = {
  Sentry: 'authorization,baggage,sentry-trace',
  'OpenTelemetry, W3C': 'authorization,baggage,traceparent,tracestate',
  'Datadog RUM':
    'authorization,traceparent,tracestate,x-datadog-origin,x-datadog-parent-id,x-datadog-sampling-priority,x-datadog-trace-id',
  'New Relic': 'authorization,newrelic,traceparent,tracestate',
  'Elastic APM': 'authorization,elastic-apm-traceparent,traceparent,tracestate',
  'Zipkin B3, many headers': 'authorization,x-b3-parentspanid,x-b3-sampled,x-b3-spanid,x-b3-traceid',
  'Zipkin B3, one header': 'authorization,b3',
  Jaeger: 'authorization,uber-trace-id,uberctx-user',
  'Application Insights': 'authorization,request-context,request-id,traceparent',
  'AWS X-Ray': 'authorization,x-amzn-trace-id',
  'Google Cloud Trace': 'authorization,x-cloud-trace-context',
  Instana: 'authorization,x-instana-l,x-instana-s,x-instana-t',
  Dynatrace: 'authorization,x-dtc,x-dtpc,x-dtreferer',
  Honeycomb: 'authorization,x-honeycomb-trace',
  'jQuery and Angular': 'authorization,x-csrf-token,x-requested-with,x-xsrf-token',
  'cache busters': 'authorization,cache-control,expires,if-modified-since,pragma',
  'ngrok and Cloudflare previews': 'authorization,cf-access-client-id,ngrok-skip-browser-warning',
  'MCP clients': 'authorization,last-event-id,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id',
};

/** Every kind of path that pages call. */
const PATHS = ['/v1/events', '/v1/events/evt_x', '/v1/categories', '/v1/demo/events', '/v1/feeds/events.json'];

describe.each(Object.entries(MONITORED))('%s', (_tool, requested) => {
  test.each([...PATHS, '/v1/mcp', '/v1/track', '/api/v1/events', '/openapi.json'])('may call %s', async (url) => {
    const { statusCode, headers } = await preflight(url, requested, /mcp|track/.test(url) ? 'POST' : 'GET');
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(listed(headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(requested.split(',')));
  });
});

test.each([
  'cookie',
  'cookie2',
  'set-cookie',
  'proxy-authorization',
  'client-cert',
  'client-cert-chain',
  'x-api-key',
  'apikey',
  'x-auth-token',
  'x-access-token',
  'x-amz-security-token',
  'x-forwarded-authorization',
  'x-goog-iam-authorization',
  'x-client-secret',
])('a preflight does not allow the credential header %s', async (name) => {
  const { headers } = await preflight('/v1/events', `authorization,${name},traceparent`);
  const allowed = listed(headers['access-control-allow-headers']);
  expect(allowed).toContain('traceparent');
  expect(allowed).not.toContain(name);
});

const ALWAYS = ['authorization', 'content-type', 'if-none-match', 'idempotency-key'];

test.each([
  ['nothing', undefined, []],
  ['an empty value', '', []],
  ['only known names', 'authorization,content-type', []],
  ['capitals, blanks and repeats', ' TraceParent , traceparent,, tracestate ', ['traceparent', 'tracestate']],
  ['a wildcard', '*,b3', ['b3']],
  ['what is no header name', 'a b,x:y,"q",é,traceparent,x\ty', ['traceparent']],
  ['a name of 101 characters', `${'x'.repeat(101)},b3`, ['b3']],
  ['a list of 5,000 characters', `b3,${'y'.repeat(5_000)}`, []],
] as const)('a preflight that requests %s allows the permitted methods', async (_what, requested, more) => {
  const { headers } = await preflight('/v1/events', requested);
  expect(listed(headers['access-control-allow-headers'])).toEqual([...ALWAYS, ...more]);
});

test('a preflight reads 64 header names at most', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `x-${i}`);
  const { headers } = await preflight('/v1/events', names.join(','));
  expect(listed(headers['access-control-allow-headers'])).toEqual([...ALWAYS, ...names.slice(0, 64)]);
});

test.each(['/v1/oauth/token', '/dashboard/api/session', '/stripe/webhooks'])(
  'a preflight of %s opens the path to no page',
  async (url) => {
    const { headers } = await preflight(url, 'traceparent', 'POST');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  },
);
