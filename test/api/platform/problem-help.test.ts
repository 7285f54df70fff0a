import type { LightMyRequestResponse } from 'fastify';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { PROBLEM_HELP } from '../../../src/core/problem-help/index.js';
import type { ProblemHelp } from '../../../src/core/problem-help/problem-help.js';
import { PROBLEMS, type ProblemCode } from '../../../src/core/problems.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await refreshSamples(api.ctx);
});
afterAll(() => api.close());

/** Answered so only after something else happened, or by a call too long to print. */
const NEEDS_MORE = new Set<ProblemCode>([
  ...(['request_timeout', 'body_too_large', 'uri_too_long', 'headers_too_large'] as const),
  ...(['key_revoked', 'token_expired', 'scope_required'] as const),
  ...(['ip_not_allowed', 'certificate_required', 'certificate_mismatch', 'account_suspended'] as const),
  ...(['idempotency_key_reused', 'idempotency_in_progress', 'event_not_on_sale', 'order_not_open'] as const),
  ...(['second_step_owed', 'second_step_missing', 'second_step_again', 'role_not_allowed', 'rotated_already'] as const),
  ...([
    'payments_unavailable',
    'mail_unavailable',
    'range_not_satisfiable',
    'bulk_too_soon',
    'internal_error',
    'busy',
  ] as const),
]);

const codes = Object.keys(PROBLEMS) as ProblemCode[];

/** Sends a printed example, with valid keys. */
function send({ request }: ProblemHelp): Promise<LightMyRequestResponse> {
  const { test, website, server } = api.keys;
  const written = request
    .replaceAll('<TEST_KEY>', test.key)
    .replaceAll('<WEBSITE_KEY>', website.key)
    .replaceAll('<SERVER_KEY>', server.key);
  const [head = '', payload] = written.split('\n\n', 2);
  const [line = '', ...rest] = head.split('\n');
  const [method = '', url = ''] = line.split(' ');
  const headers = Object.fromEntries(rest.map((line) => line.split(': ', 2)));
  return api.app.inject({ method: method as 'GET', url, headers, payload });
}

test.each(codes)('%s has why, how to fix it, and an example', async (code) => {
  const help: ProblemHelp = PROBLEM_HELP[code];
  for (const text of [help.why, help.fix]) {
    expect(text).toMatch(/^[A-Z`].{30,}[.)]$/);
    expect(text.split('`').length % 2).toBe(1);
  }
  expect(help.request).toMatch(/^(GET|POST|DELETE) \/(v1|dashboard\/api)\/\S+/);
  const page = (await api.app.inject(`/problems/${code}`)).body;
  for (const heading of ['Why it happens', 'How to fix it', 'Example']) expect(page).toContain(`<h2>${heading}</h2>`);
  expect(page).toContain(`HTTP/1.1 ${PROBLEMS[code][0]} `);
  expect(page).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
});

test.each(codes.filter((code) => !NEEDS_MORE.has(code)))(
  'the example of %s is answered as its page says',
  async (code) => {
    const help: ProblemHelp = PROBLEM_HELP[code];
    const answer = await send(help);
    const body = expectProblem(answer, code);
    expect(body).toMatchObject({ detail: help.detail ?? PROBLEMS[code][2] });
    expect([body.errors, body.allowed]).toEqual([help.errors, help.allowed]);
    for (const [name, value] of Object.entries(help.headers ?? {}))
      expect(answer.headers[name.toLowerCase()]).toBe(value);
  },
);

test('the refusal of a kind of key names which kinds the endpoint takes', async () => {
  const answer = await api.app.inject({
    url: '/v1/settlements',
    headers: { authorization: `Bearer ${api.keys.website.key}`, origin: 'https://shop.example' },
  });
  expect(expectProblem(answer, 'key_kind_not_allowed').detail).toBe(
    'This endpoint needs a test or server key; this is a website key.',
  );
});

test.each([
  ['Token abc', 'does not begin with `Bearer`'],
  ['Basic dTpw', 'does not begin with `Bearer`'],
  ['', 'does not begin with `Bearer`'],
  ['bearer', 'has no key after `Bearer`'],
  ['Bearer  ', 'has no key after `Bearer`'],
])('`Authorization: %s` gets its own explanation, without the value', async (authorization, words) => {
  const { detail } = expectProblem(
    await api.app.inject({ url: '/v1/events', headers: { authorization } }),
    'key_missing',
  );
  expect(detail).toContain(words);
  expect(detail).not.toContain('abc');
});

test('a key alone in `Authorization` is reported, and not repeated', async () => {
  const { key } = api.keys.test;
  const answer = await api.app.inject({ url: '/v1/events', headers: { authorization: key } });
  expect(expectProblem(answer, 'key_missing').detail).toContain('does not begin with `Bearer`');
  expect(answer.body).not.toContain(key);
});
