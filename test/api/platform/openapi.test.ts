import { z } from 'zod';
import { createTestApi, type TestApi } from '../../support/api.js';

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.looseObject({}) })).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      headers: z.record(z.string(), z.unknown()),
      content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })).optional(),
    }),
  ),
});
const document = z.looseObject({
  openapi: z.literal('3.1.0'),
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()), securitySchemes: z.looseObject({}) }),
});

/** The document with each reference to an answer replaced by the answer. */
function withSharedAnswers(raw: { components: { responses: Record<string, unknown> } }): unknown {
  return JSON.parse(JSON.stringify(raw), (_key, value: unknown) => {
    const name =
      typeof value === 'object' && value !== null && '$ref' in value
        ? /^#\/components\/responses\/(\w+)$/.exec(String(value.$ref))?.[1]
        : undefined;
    return name === undefined ? value : raw.components.responses[name];
  });
}

let api: TestApi;
let doc: z.infer<typeof document>;
beforeAll(async () => {
  api = await createTestApi();
  doc = document.parse(withSharedAnswers((await api.app.inject('/openapi.json')).json()));
});
afterAll(() => api.close());

/** Contract, Errors 4, where `/orders` stands for POST. */
const DECLARED: Record<string, string[]> = {
  'get /events': ['200', '304', '400', '401', '403', '429'],
  'get /events/{id}': ['200', '304', '404', '410'],
  'get /categories': ['200', '400', '401', '429'],
  'get /locations': ['200', '400', '401', '429'],
  'get /demo/events': ['200', '400', '401', '429'],
  'get /demo/events/{id}': ['200', '400', '401', '404', '429'],
  'get /demo/categories': ['200', '400'],
  'get /demo/locations': ['200', '400'],
  'get /earnings': ['200', '403'],
  'get /events/{id}/tickets': ['200', '403', '404', '503'],
  'post /orders': ['200', '400', '403', '409', '503'],
  'get /orders/{id}': ['200', '404'],
  'get /settlements': ['200', '403'],
  'get /offers': ['200', '403'],
  'get /bulk/{file}': ['200', '403', '404', '429'],
  'get /feeds/{file}': ['200', '401'],
  'post /track': ['204', '400'],
  'post /oauth/token': ['200', '400', '401'],
  'post /oauth/revoke': ['200', '401'],
};

test.each(Object.entries(DECLARED))('%s declares the statuses of the contract', (name, statuses) => {
  const [method = '', path = ''] = name.split(' ');
  expect(Object.keys(doc.paths[path]?.[method]?.responses ?? {})).toEqual(expect.arrayContaining(statuses));
});

test('every operation: problems as problem+json, headers, security as the contract says', () => {
  for (const [path, methods] of Object.entries(doc.paths)) {
    for (const [method, { responses, security }] of Object.entries(methods)) {
      const open = path.startsWith('/demo/') || path === '/track' || path.startsWith('/oauth/');
      expect({ path, security }).toEqual({ path, security: open ? [] : expect.arrayContaining([{ key: [] }]) });
      // A key in the address, or none at all, where the contract has it.
      const bare = security.some((one) => Object.keys(one).length === 0);
      expect({ path, bare }).toEqual({ path, bare: ['/feeds/{file}', '/mcp'].includes(path) });
      for (const [status, { headers, content }] of Object.entries(responses)) {
        expect(Object.keys(headers)).toContain('Service-Request-Id');
        const protocols = path.startsWith('/oauth/') || (path === '/mcp' && status === '404');
        if (Number(status) >= 400 && !protocols)
          expect(Object.keys(content ?? {})).toContain('application/problem+json');
        if (Number(status) >= 400 && !/^\/(oauth|mcp)/.test(path)) expect(Object.keys(content ?? {})).toHaveLength(1);
        if (status === '304') expect({ path, method, content }).toEqual({ path, method, content: undefined });
        if (status === '429')
          expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit-Reset']));
        if (status === '401') expect(Object.keys(headers)).toContain('WWW-Authenticate');
      }
    }
  }
});

test('parameters say what their text stands for, with limits and defaults', () => {
  const parameter = (path: string, name: string) =>
    doc.paths[path]?.get?.parameters?.find((parameter) => parameter.name === name)?.schema;
  expect(parameter('/events', 'limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  expect(parameter('/locations', 'limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 500, default: 200 });
  expect(parameter('/events', 'country')).toMatchObject({ type: 'string', pattern: '^[A-Za-z]{2}$' });
  expect(parameter('/events', 'commissioned')).toEqual({ type: 'boolean' });
  expect(parameter('/events', 'changed_since')).toMatchObject({ format: 'date-time' });
  expect(doc.paths['/orders']?.post?.parameters).toContainEqual(
    expect.objectContaining({ name: 'Idempotency-Key', required: true }),
  );
});

test('answers may grow, requests may not; nothing is unreferred', () => {
  const { schemas } = doc.components;
  expect(JSON.stringify(schemas.Event)).not.toContain('additionalProperties');
  expect(schemas.NewOrder).toMatchObject({ additionalProperties: false });
  const text = JSON.stringify(doc);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) expect(schemas).toHaveProperty(name);
  for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`);
});

test('both addresses are servers; pages of the service are no part of the API', () => {
  expect(doc.servers.map(({ url }) => url)).toEqual([api.ctx.config.baseUrl, api.ctx.config.siteBaseUrl]);
  for (const path of Object.keys(doc.paths)) expect(path).not.toMatch(/^\/(v1|api|docs|healthz|problems|e|buy)\b/);
});

test('bodies are declared with the type of their answers', () => {
  const types = (name: string, status = '200') => {
    const [method = '', path = ''] = name.split(' ');
    return Object.keys(doc.paths[path]?.[method]?.responses[status]?.content ?? {});
  };
  expect(types('get /events')).toEqual(['application/json']);
  expect(types('get /feeds/{file}').sort()).toEqual([
    'application/feed+json',
    'application/rss+xml',
    'application/xml',
    'text/calendar; charset=utf-8',
    'text/csv; charset=utf-8',
  ]);
  for (const status of ['200', '206']) expect(types('get /bulk/{file}', status)).toEqual(['application/gzip']);
  expect(types('get /settlements/{file}').sort()).toEqual([
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv; charset=utf-8',
  ]);
  expect(types('post /mcp', '202')).toEqual([]);
  expect(types('post /mcp', '400').sort()).toEqual(['application/json', 'application/problem+json']);
});

test('what any operation may be refused with before its own rules is declared', () => {
  for (const methods of Object.values(doc.paths)) {
    for (const { responses, requestBody } of Object.values(methods)) {
      const early = ['414', '415', '431', ...(requestBody ? ['408', '413'] : [])];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(early));
    }
  }
});

test('what must be sent, and what need not', () => {
  const sent = (path: string, name: string) =>
    doc.paths[path]?.get?.parameters?.find((parameter) => parameter.name === name);
  expect(sent('/mcp', 'key')).toMatchObject({ required: true, schema: { minLength: 1 } });
  expect(sent('/feeds/{file}', 'file')?.schema).toMatchObject({ enum: expect.arrayContaining(['events.ics']) });
  expect(sent('/bulk/{file}', 'file')?.schema).toMatchObject({ pattern: expect.stringContaining('bfs_') });
  expect(doc.paths['/orders/{id}/cancel']?.post).toMatchObject({ requestBody: { required: false } });
  expect(doc.paths['/orders']?.post).toMatchObject({ requestBody: { required: true } });
  expect(JSON.stringify(doc)).not.toMatch(/"x-(required|optional|default)"/);
});
