import * as oauth from 'oauth4webapi';
import { ClientCredentials } from 'simple-oauth2';
import type { CreatedClient } from '../../../src/access/oauth-clients.js';
import { newClient } from '../../support/access/oauth.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let origin: string;
let client: CreatedClient;
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  origin = api.app.listeningOrigin;
  client = await newClient(api, { kind: 'test' });
});
afterAll(() => api.close());

describe.each(['/v1', '/api/v1'])('oauth4webapi under %s', (base) => {
  const server = (): oauth.AuthorizationServer => ({
    issuer: origin,
    token_endpoint: `${origin}${base}/oauth/token`,
    revocation_endpoint: `${origin}${base}/oauth/revoke`,
  });
  const insecure = { [oauth.allowInsecureRequests]: true };
  const who = (): oauth.Client => ({ client_id: client.id });

  async function grant(way: oauth.ClientAuth, parameters: Record<string, string> = {}) {
    const answer = await oauth.clientCredentialsGrantRequest(server(), who(), way, parameters, insecure);
    return oauth.processClientCredentialsResponse(server(), who(), answer);
  }

  test.each([
    ['Basic', oauth.ClientSecretBasic],
    ['the body', oauth.ClientSecretPost],
  ])('a token by %s, a call with it, its end', async (_what, way) => {
    const token = await grant(way(client.secret), { scope: 'events:read' });
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'events:read' });
    const call = () =>
      oauth.protectedResourceRequest(
        token.access_token,
        'GET',
        new URL(`${origin}${base}/events`),
        undefined,
        undefined,
        insecure,
      );
    expect(await (await call()).json()).toMatchObject({ object: 'list', mode: 'test' });

    const revoked = await oauth.revocationRequest(server(), who(), way(client.secret), token.access_token, insecure);
    await expect(oauth.processRevocationResponse(revoked)).resolves.toBeUndefined();
    const refusal = await waitFor(() =>
      call().then(
        () => null,
        (error: unknown) => error,
      ),
    );
    expect(refusal).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    expect(refusal).toMatchObject({
      status: 401,
      cause: [{ scheme: 'bearer', parameters: { realm: 'partner-events', error: 'invalid_token' } }],
    });
  });

  test('the challenge names a missing scope', async () => {
    const token = await grant(oauth.ClientSecretBasic(client.secret), { scope: 'events:read' });
    const url = new URL(`${origin}${base}/earnings`);
    const call = oauth.protectedResourceRequest(token.access_token, 'GET', url, undefined, undefined, insecure);
    await expect(call).rejects.toMatchObject({
      status: 403,
      cause: [{ scheme: 'bearer', parameters: { error: 'insufficient_scope', scope: 'earnings:read' } }],
    });
  });

  test('refusals are read by their OAuth error', async () => {
    await expect(grant(oauth.ClientSecretBasic(client.secret), { scope: 'orders:write' })).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 400,
      error: 'invalid_scope',
    });
    await expect(grant(oauth.ClientSecretPost('wrong'))).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 401,
      error: 'invalid_client',
    });
    await expect(grant(oauth.ClientSecretBasic('wrong'))).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      cause: [{ scheme: 'basic', parameters: { realm: 'partner-events' } }],
    });
  });
});

describe.each(['header', 'body'] as const)('simple-oauth2 with the secret in the %s', (authorizationMethod) => {
  const clientFor = (secret: string) =>
    new ClientCredentials({
      client: { id: client.id, secret },
      auth: { tokenHost: origin, tokenPath: '/v1/oauth/token', revokePath: '/v1/oauth/revoke' },
      options: { authorizationMethod },
    });

  test('a token, a call with it, its end', async () => {
    const token = await clientFor(client.secret).getToken({ scope: ['events:read', 'events:details'] });
    expect(token.token).toMatchObject({ token_type: 'Bearer', scope: 'events:read events:details' });
    expect(token.expired(3_500)).toBe(false);
    expect(token.expired(3_700)).toBe(true);
    const call = () =>
      fetch(`${origin}/v1/events`, { headers: { authorization: `Bearer ${String(token.token.access_token)}` } });
    expect((await call()).status).toBe(200);
    // The library sends the client's credentials in its own way and wants a JSON answer.
    await token.revoke('access_token');
    await waitFor(async () => (await call()).status === 401);
  });

  test('a wrong secret is a 401 with the error body', async () => {
    await expect(clientFor('wrong').getToken({})).rejects.toMatchObject({
      output: { statusCode: 401 },
      data: { payload: { error: 'invalid_client' } },
    });
  });
});
