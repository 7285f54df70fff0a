import { z } from 'zod';
import { SCOPED } from '../../support/access/access-classes.js';
import { createTestApi, type TestApi } from '../../support/api.js';

const answer = z.looseObject({
  $ref: z.string().optional(),
  content: z.record(z.string(), z.looseObject({ schema: z.looseObject({ $ref: z.string().optional() }) })).optional(),
});
const operation = z.looseObject({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), answer),
});
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), answer).optional(),
    securitySchemes: z.looseObject({ oauth2: z.unknown() }),
  }),
});

let api: TestApi;
let doc: z.infer<typeof document>;
beforeAll(async () => {
  api = await createTestApi();
  doc = document.parse((await api.app.inject('/openapi.json')).json());
});
afterAll(() => api.close());

/** Refused before the address is known, so in the words of everything else. */
const BEFORE_THE_ADDRESS = ['408', '431'];

/** An answer itself, where the document refers to a shared one. */
function resolve(one: z.infer<typeof answer>): z.infer<typeof answer> | undefined {
  return one.$ref === undefined ? one : doc.components.responses?.[one.$ref.split('/').at(-1) ?? ''];
}

test.each(['/oauth/token', '/oauth/revoke'])('%s: a form, no security requirement, errors of RFC 6749', (path) => {
  const post = doc.paths[path]?.post;
  expect(post?.security).toEqual([]);
  expect(Object.keys(post?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded']);
  const { 200: good, ...others } = post?.responses ?? {};
  expect(Object.keys(good?.content ?? {})).toEqual(['application/json']);
  expect(Object.keys(others)).toEqual(expect.arrayContaining(['400', '401', '413', '415', '429', '500', '503']));
  for (const [status, refusal] of Object.entries(others)) {
    if (BEFORE_THE_ADDRESS.includes(status)) continue;
    expect(resolve(refusal)?.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } },
    });
  }
  expect(doc.components.schemas).toHaveProperty('OAuthError');
});

test('the scheme names the token endpoint and every scope', () => {
  expect(doc.components.securitySchemes.oauth2).toMatchObject({
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: `${api.ctx.config.baseUrl}/oauth/token`,
        scopes: {
          'events:read': expect.any(String),
          'events:details': expect.any(String),
          'earnings:read': expect.any(String),
        },
      },
    },
  });
});

test('each keyed operation names its scope, and operations that need a key name none', () => {
  const scopes: Record<string, string> = {};
  for (const [path, methods] of Object.entries(doc.paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const [scope] = security.flatMap(({ oauth2 }) => oauth2 ?? []);
      if (scope) scopes[`${method} ${path}`] = scope;
    }
  }
  // The formats of a statement are one operation, and so are the files of reports.
  const named = (endpoint: string) => endpoint.replace('GET', 'get').replace(/[^/]+\.(csv|pdf|xlsx)$/, '{file}');
  expect(scopes).toEqual(Object.fromEntries(SCOPED.map(([endpoint, scope]) => [named(endpoint), scope])));
});
