import { OAuthCredentials } from '../../packages/client/src/credentials.js';
import { PartnerEvents } from '../../packages/client/src/index.js';
import { createClient } from '../../src/access/oauth-clients.js';
import { createTestApi, type TestApi } from '../support/api.js';

let api: TestApi;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi();
  baseUrl = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(() => api.close());

/** A client of OAuth, and its requested scopes. */
async function withTokens() {
  const { id: clientId, secret: clientSecret } = await createClient(api.ctx, {
    companyId: api.companyId,
    keyId: api.keys.test.id,
  });
  let token = '';
  const calls: string[] = [];
  const client = new PartnerEvents({
    baseUrl,
    oauth: { clientId, clientSecret },
    maxRetries: 0,
    fetch: (input, init) => {
      const authorization = new Headers(init?.headers).get('authorization');
      token = authorization?.replace('Bearer ', '') ?? token;
      calls.push(`${new URL(String(input)).pathname} ${authorization?.slice(0, 13) ?? 'nobody'}`);
      return fetch(input, init);
    },
  });
  const revoke = () => client.oauth.revoke({ token, client_id: clientId, client_secret: clientSecret });
  return { client, calls, revoke };
}

test('calls at once share one token', async () => {
  const { client, calls } = await withTokens();
  await Promise.all([client.events.list(), client.categories.list(), client.earnings.list()]);
  expect(calls.filter((call) => call.startsWith('/v1/oauth/token'))).toEqual(['/v1/oauth/token nobody']);
  expect(calls.filter((call) => call.endsWith('Bearer tt_at_'))).toHaveLength(3);
});

test('a token that was revoked is renewed, once', async () => {
  const { client, calls, revoke } = await withTokens();
  await client.events.list();
  await revoke();
  await client.categories.list();
  expect(calls.filter((call) => call.startsWith('/v1/oauth/token'))).toHaveLength(2);
});

test('a wrong secret is an error of OAuth', async () => {
  const client = new PartnerEvents({ baseUrl, oauth: { clientId: 'oac_none', clientSecret: 'wrong' }, maxRetries: 0 });
  await expect(client.events.list()).rejects.toMatchObject({
    name: 'OAuthError',
    error: 'invalid_client',
    status: 401,
  });
});

describe('a token is renewed', () => {
  const still = new AbortController().signal;
  let now = 0;
  let asked = 0;
  let fails = false;
  const credentials = () => {
    now = 0;
    asked = 0;
    fails = false;
    return new OAuthCredentials(
      async () => {
        asked += 1;
        if (fails) throw new Error('no answer');
        return { access_token: `tt_at_${asked}`, token_type: 'Bearer', expires_in: 3600, scope: 'events:read' };
      },
      () => now,
    );
  };

  test('a minute before it ends', async () => {
    const one = credentials();
    await one.authorization(still);
    now = 3_539_000;
    expect(await one.authorization(still)).toBe('Bearer tt_at_1');
    now = 3_540_000;
    expect(await one.authorization(still)).toBe('Bearer tt_at_2');
  });

  test('and used until it ends if no new one is available', async () => {
    const one = credentials();
    await one.authorization(still);
    fails = true;
    now = 3_590_000;
    expect(await one.authorization(still)).toBe('Bearer tt_at_1');
    now = 3_600_000;
    await expect(one.authorization(still)).rejects.toThrow('no answer');
  });

  test('for the others also when one waiting caller gives up', async () => {
    const one = credentials();
    const gone = AbortSignal.abort(new Error('the user left'));
    const [first, second] = await Promise.allSettled([one.authorization(gone), one.authorization(still)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'the user left' } });
    expect(second).toEqual({ status: 'fulfilled', value: 'Bearer tt_at_1' });
    expect(asked).toBe(1);
  });
});
