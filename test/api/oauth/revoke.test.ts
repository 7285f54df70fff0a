import { buildApp } from '../../../api/app.js';
import type { CreatedClient } from '../../../src/access/oauth-clients.js';
import { basic, expectOAuthError, newClient, postForm, tokenOf } from '../../support/access/oauth.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { revokeClient } from '../../support/dashboard/as-operator.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let client: CreatedClient;
beforeAll(async () => {
  api = await createTestApi();
  client = await newClient(api, { kind: 'server' });
});
afterAll(() => api.close());

const read = (app: TestApi['app'], token: { key: string }) => app.inject({ url: '/v1/events', headers: bearer(token) });
const revoke = (form: string | Record<string, string>, headers = basic(client)) =>
  postForm(api.app, '/v1/oauth/revoke', form, headers);

describe('200', () => {
  test('at once in every process that has seen the token, through any process', async () => {
    const other = await buildApp(api.ctx);
    try {
      const token = await tokenOf(api, client);
      const spared = await tokenOf(api, client);
      for (const app of [api.app, other]) {
        // Twice: the second time from memory.
        for (const one of [token, token, spared]) expect((await read(app, one)).statusCode).toBe(200);
      }
      const answer = await postForm(other, '/api/v1/oauth/revoke', { token: token.key }, basic(client));
      expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '{}' });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
      for (const app of [api.app, other]) {
        // Long before it would no longer be believed unasked.
        const refused = await waitFor(async () => {
          const one = await read(app, token);
          return one.statusCode === 401 && one;
        });
        expectProblem(refused, 'key_revoked');
        expect(refused.headers['www-authenticate']).toBe('Bearer realm="partner-events", error="invalid_token"');
        expect((await read(app, spared)).statusCode).toBe(200);
      }
    } finally {
      await other.close();
    }
  });

  test('before the answer in the process that was called, announced or not', async () => {
    const token = await tokenOf(api, client);
    for (const _ of [1, 2]) expect((await read(api.app, token)).statusCode).toBe(200);
    await api.ctx.sql`ALTER TABLE oauth_tokens DISABLE TRIGGER announce_token_change`;
    await revoke({ token: token.key });
    await api.ctx.sql`ALTER TABLE oauth_tokens ENABLE TRIGGER announce_token_change`;
    expectProblem(await read(api.app, token), 'key_revoked');
  });

  test('also while announcements do not arrive', async () => {
    const token = await tokenOf(api, client);
    expect((await read(api.app, token)).statusCode).toBe(200);
    await api.ctx.sql`ALTER TABLE oauth_tokens DISABLE TRIGGER announce_token_change`;
    await api.ctx.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'partner-events keys' AND datname = current_database()`;
    await revoke({ token: token.key });
    await api.ctx.sql`ALTER TABLE oauth_tokens ENABLE TRIGGER announce_token_change`;
    await waitFor(async () => (await read(api.app, token)).statusCode === 401);
  });

  test('whether or not the token existed; hints and unknown parameters are read past', async () => {
    const token = await tokenOf(api, client);
    const forms: Record<string, string>[] = [
      { token: 'nonsense' },
      { token: `tt_at_${'x'.repeat(40)}` },
      { token: api.keys.server.key },
      { token: token.key, token_type_hint: 'refresh_token', foo: 'bar' },
      { token: token.key },
    ];
    for (const form of forms) expect((await revoke(form)).statusCode).toBe(200);
    await waitFor(async () => (await read(api.app, token)).statusCode === 401);
    expect((await api.app.inject({ url: '/v1/events', headers: bearer(api.keys.server) })).statusCode).toBe(200);
  });

  test("another client's token is left alone", async () => {
    const other = await newClient(api, { kind: 'server' });
    const token = await tokenOf(api, other);
    expect((await revoke({ token: token.key })).statusCode).toBe(200);
    expect((await revoke({ token: token.key, client_id: other.id })).statusCode).toBe(400);
    expect(
      await api.ctx.sql`SELECT FROM oauth_tokens WHERE client_id = ${other.id} AND revoked_at IS NULL`,
    ).toHaveLength(1);
    expect((await read(api.app, token)).statusCode).toBe(200);
  });

  test('with the secret in the body', async () => {
    const token = await tokenOf(api, client);
    const form = { token: token.key, client_id: client.id, client_secret: client.secret };
    expect((await postForm(api.app, '/v1/oauth/revoke', form)).statusCode).toBe(200);
    await waitFor(async () => (await read(api.app, token)).statusCode === 401);
  });
});

test('400: no token, or two', async () => {
  for (const form of ['', 'token=', 'token=a&token=b', 'token=%ZZ', 'token_type_hint=access_token']) {
    expectOAuthError(await revoke(form), 400, 'invalid_request');
  }
  const both = { token: 'x', client_id: client.id, client_secret: client.secret };
  expectOAuthError(await revoke(both), 400, 'invalid_request');
  const inAddress = await postForm(api.app, `/v1/oauth/revoke?token=x`, { token: 'x' }, basic(client));
  expectOAuthError(inAddress, 400, 'invalid_request');
});

test('401: another client gets no information', async () => {
  const token = await tokenOf(api, client);
  for (const headers of [{}, basic({ id: client.id, secret: 'wrong' }), bearer(token), bearer(api.keys.server)]) {
    expectOAuthError(await revoke({ token: token.key }, headers as Record<string, string>), 401, 'invalid_client');
  }
  expect((await read(api.app, token)).statusCode).toBe(200);
});

test('405 and 415 in OAuth words', async () => {
  expectOAuthError(await api.app.inject('/v1/oauth/revoke'), 405, 'invalid_request');
  const json = { ...basic(client), 'content-type': 'application/json' };
  expectOAuthError(await revoke('{"token":"x"}', json), 415, 'invalid_request');
});

test('a revoked client takes its tokens with it, at once', async () => {
  const leaving = await newClient(api, { kind: 'test' });
  const token = await tokenOf(api, leaving);
  expect((await read(api.app, token)).statusCode).toBe(200);
  await revokeClient(api.ctx, leaving.id);
  const refused = await waitFor(async () => {
    const one = await read(api.app, token);
    return one.statusCode === 401 && one;
  });
  expectProblem(refused, 'key_revoked');
  expectOAuthError(await revoke({ token: token.key }, basic(leaving)), 401, 'invalid_client');
});
