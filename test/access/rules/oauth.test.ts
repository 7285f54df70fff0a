import { grantScopes, OAuthError, scopesOfKind, TOKEN_SECONDS } from '../../../src/access/rules/oauth.js';
import { SCOPES } from '../../../src/core/viewer.js';

it('gives a website key no view of earnings', () => {
  expect(scopesOfKind('website')).toEqual(['events:read', 'events:details']);
  expect(scopesOfKind('server')).toEqual([...SCOPES]);
  expect(scopesOfKind('test')).toEqual([...SCOPES]);
});

it.each([
  [undefined, ['events:read', 'earnings:read']],
  ['events:read', ['events:read']],
  ['earnings:read events:read', ['events:read', 'earnings:read']],
  ['events:read  events:read', ['events:read']],
])('asked for %j, a client of two scopes gets %j', (asked, granted) => {
  expect(grantScopes(asked, ['events:read', 'earnings:read'])).toEqual(granted);
});

it.each([
  'events:details',
  'events:read events:details',
  'events:write',
  'EVENTS:READ',
  '',
  ' ',
  'events:read,earnings:read',
])('refuses %j whole: nothing is dropped silently', (asked) => {
  const grant = () => grantScopes(asked, ['events:read', 'earnings:read']);
  expect(grant).toThrow(OAuthError);
  expect(grant).toThrow(/events:read earnings:read/);
});

it('answers a wrong client with 401 and every other fault with 400', () => {
  expect(new OAuthError('invalid_client', '').status).toBe(401);
  for (const code of ['invalid_request', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'] as const) {
    expect(new OAuthError(code, '').status).toBe(400);
  }
  expect(TOKEN_SECONDS).toBe(3600);
});
