import { z } from 'zod';
import { authenticateClient, issueToken, revokeToken } from '../../src/access/oauth-tokens.js';
import { OAuthError } from '../../src/access/rules/oauth.js';
import { revokeRequest, type TokenAnswer, tokenAnswer, tokenRequest } from '../../src/access/wire.js';
import { ACCESS, type Route } from '../http/access.js';
import { callContext } from '../http/call-context.js';
import { clientCredentials, parseForm } from '../oauth/client-credentials.js';
import { OAUTH_REFUSALS, sendUnkept, withOAuthForms } from '../oauth/endpoint.js';

const TOKENS_PER_MINUTE = 30;

const example: TokenAnswer = {
  access_token: 'tt_at_9mZ4cV7xKq2Lw8Tn5Bd1Rf6Hs3Yj0Pg',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'events:read events:details',
};

export const oauthRoutes: Route = (app, ctx) => {
  withOAuthForms(app, (scope) => {
    scope.post(
      '/oauth/token',
      {
        config: { access: ACCESS.oauth, document: { example } },
        schema: {
          tags: ['OAuth'],
          summary: 'Get an access token',
          description:
            'OAuth 2.0 client credentials. The client authenticates with HTTP Basic or with `client_id` and `client_secret` ' +
            'in the body, not both. The token lasts an hour; get the next one a minute before. The limit is 30 tokens a ' +
            'minute for each client.',
          consumes: ['application/x-www-form-urlencoded'],
          body: tokenRequest,
          response: { 200: tokenAnswer, ...OAUTH_REFUSALS },
        },
      },
      async (request, reply) => {
        const form = parseForm(request);
        const client = await authenticateClient(callContext(ctx, request), clientCredentials(request, form));
        // Counted after authentication, so that no client can use up another client's limit.
        await scope.countIn({ name: `oauth-token:${client.id}`, perMinute: TOKENS_PER_MINUTE }, reply);
        const grantType = form.get('grant_type');
        if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is required.');
        if (grantType !== 'client_credentials') {
          throw new OAuthError('unsupported_grant_type', 'The only supported grant_type is client_credentials.');
        }
        const { accessToken, expiresIn, scopes } = await issueToken(ctx, { client, scope: form.get('scope') });
        const answer: TokenAnswer = {
          access_token: accessToken,
          token_type: 'Bearer',
          expires_in: expiresIn,
          scope: scopes.join(' '),
        };
        return sendUnkept(reply, answer);
      },
    );

    scope.post(
      '/oauth/revoke',
      {
        config: { access: ACCESS.oauth, document: { example: {} } },
        schema: {
          tags: ['OAuth'],
          summary: 'Revoke an access token',
          description:
            'Revokes a token of your client at once. Returns 200 whether or not the token existed. A token of another client stays valid.',
          consumes: ['application/x-www-form-urlencoded'],
          body: revokeRequest,
          response: { 200: z.object({}), ...OAUTH_REFUSALS },
        },
      },
      async (request, reply) => {
        const form = parseForm(request);
        const client = await authenticateClient(callContext(ctx, request), clientCredentials(request, form));
        const token = form.get('token');
        if (token === undefined) throw new OAuthError('invalid_request', 'token is required.');
        await revokeToken(ctx, { client, token });
        app.keys.forget(token);
        return sendUnkept(reply, {});
      },
    );
  });
};
