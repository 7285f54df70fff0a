import * as oauth from 'oauth4webapi';
import { createTestApi, type TestApi } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** A fetch that asks the app for the path of a URL. */
const asked: typeof fetch = async (input) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const { body, statusCode, headers } = await api.app.inject({ url: url.pathname });
  return new Response(body, { status: statusCode, headers: { 'content-type': String(headers['content-type']) } });
};
const options = { [oauth.customFetch]: asked, [oauth.allowInsecureRequests]: true };

test.each(['', '/v1', '/api/v1'])('an OAuth client finds the token endpoint of the issuer "%s"', async (path) => {
  const issuer = new URL(`${api.ctx.config.origin}${path}`);
  const answer = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
  const server = await oauth.processDiscoveryResponse(issuer, answer);
  expect(server.token_endpoint).toBe(`${api.ctx.config.origin}${path || '/v1'}/oauth/token`);
  expect(server.grant_types_supported).toEqual(['client_credentials']);
});

test.each(['/v1', '/api/v1'])('an OAuth client finds the authorization server of the resource %s', async (path) => {
  const resource = new URL(`${api.ctx.config.origin}${path}`);
  const answer = await oauth.resourceDiscoveryRequest(resource, options);
  const found = await oauth.processResourceDiscoveryResponse(resource, answer);
  expect(found.authorization_servers).toEqual([`${api.ctx.config.origin}${path}`]);
  expect(found.scopes_supported).toEqual(['events:read', 'events:details', 'earnings:read']);
});

test('the root names the same API', async () => {
  const { body } = await api.app.inject({ url: '/.well-known/oauth-protected-resource' });
  expect(JSON.parse(body)).toMatchObject({ resource: api.ctx.config.baseUrl });
});

test.each(['/v1/mcp', '/api/v1/mcp'])('metadata of the tools at %s is a 404 that names the key', async (path) => {
  for (const document of ['oauth-protected-resource', 'oauth-authorization-server']) {
    const answer = await api.app.inject({ url: `/.well-known/${document}${path}` });
    expectProblem(answer, 'not_found');
    expect(answer.json().detail).toContain('?key=');
  }
});
