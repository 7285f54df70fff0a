import { z } from 'zod';
import { authenticateClient } from '../../../src/access/authenticate-client.js';
import { revokeToken } from '../../../src/access/revoke-token.js';
import { OAuthError } from '../../../src/access/rules/oauth.js';
import { revokeRequest } from '../../../src/access/wire.js';
import type { Route } from '../../http/access.js';
import { clientCredentials, formOf } from '../../oauth/client-credentials.js';
import { OAUTH_REFUSALS, oauthAccess, sendUnkept, withOAuthForms } from '../../oauth/endpoint.js';

/** `POST /oauth/revoke`: ends an access token at once, everywhere (RFC 7009). */
export const revokeTokenRoute: Route = (app, ctx) => {
  withOAuthForms(app, (scope) => {
    scope.post(
      '/oauth/revoke',
      {
        config: { access: oauthAccess, document: { example: {} } },
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
        const form = formOf(request);
        const client = await authenticateClient(ctx, clientCredentials(request, form));
        const token = form.get('token');
        if (token === undefined) throw new OAuthError('invalid_request', 'token is required.');
        await revokeToken(ctx, { client, token });
        return sendUnkept(reply, {});
      },
    );
  });
};
