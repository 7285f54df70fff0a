import type { CreatedClient } from '../../../src/access/oauth-clients.js';
import { tokenAnswer } from '../../../src/access/wire.js';
import { resumeCompany, suspendCompany } from '../../../src/companies/suspend-company.js';
import { basic, expectOAuthError, newClient, postForm, tokenOf } from '../../support/access/oauth.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { revokeClient, revokeKey, rotateClientSecret } from '../../support/dashboard/as-operator.js';

let api: TestApi;
let client: CreatedClient;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  client = await newClient(api, { kind: 'server' });
});
afterAll(() => api.close());

const GRANT = { grant_type: 'client_credentials' };
let calls = 0;

/** Each call from an address of its own: these tests are not about the limit of one address. */
function ask(form: string | Record<string, string>, headers: Record<string, string> = {}, url = '/v1/oauth/token') {
  const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  return api.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: `192.0.2.${++calls % 250}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

describe('200', () => {
  test('Basic and body, at both addresses: an hour, every scope, kept nowhere', async () => {
    const ways = [
      () => ask(GRANT, basic(client)),
      () => ask({ ...GRANT, client_id: client.id, client_secret: client.secret }),
      () => ask({ ...GRANT, client_id: client.id }, basic(client)),
      () => ask(GRANT, basic(client), '/api/v1/oauth/token'),
      () => ask(GRANT, { authorization: basic(client).authorization?.replace('Basic', 'basic') ?? '' }),
    ];
    for (const way of ways) {
      const answer = await way();
      expect(answer.statusCode).toBe(200);
      const body = tokenAnswer.strict().parse(answer.json());
      expect(body.access_token).toMatch(/^tt_at_[A-Za-z0-9]{32,}$/);
      expect(body).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'events:read events:details earnings:read',
      });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('scope: the requested scopes, each once; an empty one is not requested', async () => {
    const scopeOf = async (scope: string) => (await ask({ ...GRANT, scope }, basic(client))).json().scope;
    expect(await scopeOf('events:details')).toBe('events:details');
    expect(await scopeOf('events:details events:read events:details')).toBe('events:read events:details');
    expect(await scopeOf('')).toBe('events:read events:details earnings:read');
    const narrow = await newClient(api, { kind: 'test', scopes: ['events:read'] });
    expect((await ask(GRANT, basic(narrow))).json().scope).toBe('events:read');
  });

  test('unknown parameters are ignored, repeated and empty ones too', async () => {
    const extra = 'grant_type=client_credentials&resource=a&resource=b&audience=&__proto__=x&&constructor=1';
    expect((await ask(extra, basic(client))).statusCode).toBe(200);
    const empty = `grant_type=client_credentials&client_id=&client_secret=&scope=`;
    expect((await ask(empty, basic(client))).statusCode).toBe(200);
  });

  test('the charset of the form may be named, if it is UTF-8', async () => {
    const type = (charset: string) => ({ 'content-type': `application/x-www-form-urlencoded; charset=${charset}` });
    expect((await ask(GRANT, { ...basic(client), ...type('UTF-8') })).statusCode).toBe(200);
    expectOAuthError(await ask(GRANT, { ...basic(client), ...type('latin1') }), 415, 'invalid_request');
  });

  test('only hashes are stored', async () => {
    const { key } = await tokenOf(api, client);
    const rows = await api.ctx
      .sql`SELECT to_jsonb(t) AS row FROM oauth_tokens t UNION ALL SELECT to_jsonb(c) FROM oauth_clients c`;
    const text = JSON.stringify(rows);
    expect(text).not.toContain(key);
    expect(text).not.toContain(client.secret);
    expect(text).toContain(client.id);
  });

  test('after a rotation both secrets for a day; at once, the old one and every token end', async () => {
    const before = await tokenOf(api, client);
    const second = await rotateClientSecret(api.ctx, { clientId: client.id });
    const other = { ...client, secret: second.secret };
    expect((await ask(GRANT, basic(client))).statusCode).toBe(200);
    expect((await ask(GRANT, basic(other))).statusCode).toBe(200);
    api.ctx.clock.advance(24 * 3_600_000);
    expectOAuthError(await ask(GRANT, basic(client)), 401, 'invalid_client');
    api.ctx.clock.advance(-24 * 3_600_000);

    const third = await rotateClientSecret(api.ctx, { clientId: client.id, atOnce: true });
    expect(third).toMatchObject({ previousUntil: null, revokedTokens: 3 });
    expectOAuthError(await ask(GRANT, basic(other)), 401, 'invalid_client');
    expect((await ask(GRANT, basic({ ...client, secret: third.secret }))).statusCode).toBe(200);
    expect((await api.app.inject({ url: '/v1/events', headers: bearer(before) })).statusCode).toBe(401);
  });
});

describe('400', () => {
  test.each([
    ['no grant_type', 'scope=events:read'],
    ['an empty grant_type', 'grant_type='],
    ['a parameter twice', 'grant_type=client_credentials&grant_type=client_credentials'],
    ['a parameter twice, once empty', 'grant_type=client_credentials&scope=&scope=events:read'],
    ['percent-encoding that is none', 'grant_type=client_credentials&scope=%ZZ'],
    ['percent-encoding that is none, in a parameter nobody knows', 'grant_type=client_credentials&x=%'],
    ['half a character', 'grant_type=client_credentials&scope=%C3'],
    ['NUL', 'grant_type=client_credentials&scope=events%00read'],
  ])('invalid_request: %s', async (_what, form) => {
    expectOAuthError(await ask(form, basic(client)), 400, 'invalid_request');
  });

  test('invalid_request: two ways of client authentication at once', async () => {
    const { id, secret } = client;
    const both = { ...GRANT, client_id: id, client_secret: secret };
    expectOAuthError(await ask(both, basic(client)), 400, 'invalid_request');
    expectOAuthError(await ask(both, bearer(api.keys.server)), 400, 'invalid_request');
    const assertion = { ...GRANT, client_assertion: 'x', client_assertion_type: 'y' };
    expectOAuthError(await ask(assertion, basic(client)), 400, 'invalid_request');
    expectOAuthError(await ask({ ...GRANT, client_id: 'oac_other' }, basic(client)), 400, 'invalid_request');
  });

  test('invalid_request: a secret or a token in the address', async () => {
    const { id, secret } = client;
    for (const query of [`client_secret=x&client_id=${id}`, `a=${secret}`, 'token=x', 'a=tt_at_x', 'key=x', 'a=%ZZ']) {
      const answer = await ask(GRANT, basic(client), `/v1/oauth/token?${query}`);
      expectOAuthError(answer, 400, 'invalid_request');
      expect(answer.body).not.toContain(secret);
      // A reader of these words must not send the secret as a key.
      if (query !== 'a=%ZZ') expect(answer.json().error_description).toMatch(/in the body/);
    }
  });

  test('no body at all', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/v1/oauth/token', headers: basic(client) });
    expectOAuthError(answer, 400, 'invalid_request');
  });

  test('unsupported_grant_type', async () => {
    for (const grant_type of ['authorization_code', 'password', 'refresh_token', 'Client_Credentials']) {
      expectOAuthError(await ask({ grant_type }, basic(client)), 400, 'unsupported_grant_type');
    }
  });

  test('invalid_scope: unknown ones, and those the client does not have; nothing is dropped silently', async () => {
    const website = await newClient(api, { kind: 'website' });
    expect(website.scopes).toEqual(['events:read', 'events:details']);
    expectOAuthError(await ask({ ...GRANT, scope: 'earnings:read' }, basic(website)), 400, 'invalid_scope');
    for (const scope of [
      'orders:write',
      'events:read orders:write',
      'EVENTS:READ',
      '"',
      ' ',
      'events:read,earnings:read',
    ]) {
      const body = expectOAuthError(await ask({ ...GRANT, scope }, basic(client)), 400, 'invalid_scope');
      expect(body.error_description).not.toContain('orders');
    }
  });

  test('unauthorized_client: the company is suspended', async () => {
    await suspendCompany(api.ctx, api.companyId);
    expectOAuthError(await ask(GRANT, basic(client)), 400, 'unauthorized_client');
    await resumeCompany(api.ctx, api.companyId);
    expect((await ask(GRANT, basic(client))).statusCode).toBe(200);
  });
});

describe('401 invalid_client', () => {
  const CHALLENGE = 'Basic realm="partner-events", charset="UTF-8"';

  test.each([
    ['another secret', () => basic({ id: client.id, secret: `${client.secret}x` })],
    ['another client', () => basic({ id: 'oac_unknown', secret: client.secret })],
    ['an id with NUL', () => basic({ id: 'oac_%00', secret: client.secret })],
    ['no secret', () => basic({ id: client.id, secret: '' })],
    ['no id', () => basic({ id: '', secret: client.secret })],
    ['bad percent-encoding', () => basic({ id: client.id, secret: '%ZZ' })],
    ['half a character', () => basic({ id: client.id, secret: '%C3' })],
    ['no colon', () => ({ authorization: `Basic ${Buffer.from('no colon').toString('base64')}` })],
    ['no base64', () => ({ authorization: 'Basic ***' })],
    ['nothing', () => ({ authorization: 'Basic' })],
    ['no UTF-8', () => ({ authorization: `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}` })],
    ['a key', () => bearer(api.keys.server)],
    ['the secret as a key', () => bearer({ key: client.secret })],
  ])('Basic: %s', async (_what, headers) => {
    const answer = await ask(GRANT, headers());
    expectOAuthError(answer, 401, 'invalid_client');
    expect(answer.headers['www-authenticate']).toBe(CHALLENGE);
    expect(answer.body).not.toContain(client.secret);
  });

  test('in the body: no challenge that the client did not ask for', async () => {
    const answer = await ask({ ...GRANT, client_id: client.id, client_secret: 'wrong' });
    expectOAuthError(answer, 401, 'invalid_client');
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expectOAuthError(await ask({ ...GRANT, client_secret: client.secret }), 401, 'invalid_client');
  });

  test('no authentication at all, or an unsupported one', async () => {
    for (const form of [GRANT, { ...GRANT, client_id: client.id }, { ...GRANT, client_assertion: 'x' }]) {
      const answer = await ask(form);
      expectOAuthError(answer, 401, 'invalid_client');
      expect(answer.headers['www-authenticate']).toBe(CHALLENGE);
    }
  });

  test('the client, or the key it stands on, was revoked', async () => {
    await revokeClient(api.ctx, client.id);
    expectOAuthError(await ask(GRANT, basic(client)), 401, 'invalid_client');
    const key = await api.newKey({ kind: 'server' });
    const other = await newClient(api, { keyId: key.id });
    await revokeKey(api.ctx, key.id);
    expectOAuthError(await ask(GRANT, basic(other)), 401, 'invalid_client');
  });
});

describe('refusals of the platform', () => {
  test('405 with the permitted methods, 404 for other paths, both in OAuth words', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await api.app.inject({ method, url: '/v1/oauth/token' });
      expectOAuthError(answer, 405, 'invalid_request');
      expect(answer.headers.allow).toBe('POST, OPTIONS');
    }
    expectOAuthError(await postForm(api.app, '/api/v1/oauth/unknown', GRANT), 404, 'invalid_request');
    expectOAuthError(await postForm(api.app, '/v1/oauth/%ZZ', GRANT), 400, 'invalid_request');
    expect((await postForm(api.app, '/oauth/token', GRANT)).json().code).toBe('not_found');
  });

  test('OPTIONS lists the methods and lets no other website in', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const answer = await api.app.inject({ method: 'OPTIONS', url: '/v1/oauth/token', headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers.allow).toBe('POST, OPTIONS');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('413, 415 and 414', async () => {
    expectOAuthError(await ask(`scope=${'x'.repeat(70_000)}`, basic(client)), 413, 'invalid_request');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
      const answer = await ask('{"grant_type":"client_credentials"}', { ...basic(client), 'content-type': type });
      expectOAuthError(answer, 415, 'invalid_request');
    }
    const gzip = { ...basic(client), 'content-encoding': 'gzip' };
    expectOAuthError(await ask(GRANT, gzip), 415, 'invalid_request');
    const long = `/v1/oauth/token?x=${'x'.repeat(9_000)}`;
    expectOAuthError(await ask(GRANT, basic(client), long), 414, 'invalid_request');
  });

  test('429: thirty a minute for each client, counted by who it is, at both addresses together', async () => {
    const other = await newClient(api, { kind: 'server' });
    for (let i = 0; i < 30; i++) {
      await ask(GRANT, basic({ id: client.id, secret: 'wrong' }));
      const answer = await ask(GRANT, basic(client), i % 2 ? '/v1/oauth/token' : '/api/v1/oauth/token');
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'ratelimit-limit': '30', 'ratelimit-remaining': String(29 - i) });
    }
    const answer = await ask(GRANT, basic(client));
    expectOAuthError(answer, 429, 'temporarily_unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(GRANT, basic(other))).statusCode).toBe(200);
  });

  test('500: says nothing of the cause', async () => {
    await api.ctx.sql`ALTER TABLE oauth_tokens RENAME TO oauth_tokens_away`;
    try {
      const answer = await ask(GRANT, basic(client));
      expectOAuthError(answer, 500, 'server_error');
      expect(answer.body).not.toMatch(/relation|oauth_tokens/);
    } finally {
      await api.ctx.sql`ALTER TABLE oauth_tokens_away RENAME TO oauth_tokens`;
    }
  });
});
