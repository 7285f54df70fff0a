import type { FastifyReply } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import { SCOPES } from '../../src/core/viewer.js';
import type { Route } from '../http/access.js';
import { sendValue } from '../http/reply.js';

const KEY_NEEDED =
  'The assistant tools take an API key and no OAuth token: call them with `?key=` and a website or test key, with `Authorization: Bearer <key>`, or without a key for sample events.';

/** What OAuth clients look up: the API as a protected resource (RFC 9728), and its authorization server (RFC 8414). */
export const oauthMetadataRoute: Route = (app, ctx) => {
  const { origin, baseUrl, siteBaseUrl } = ctx.config;
  const bases = [...new Set([baseUrl, siteBaseUrl])];
  const send = (reply: FastifyReply, value: object) =>
    sendValue(reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' }), value);
  const documentation = `${origin}/docs/oauth`;

  for (const base of ['', ...bases]) {
    const path = base && new URL(base).pathname;
    const api = base || baseUrl;
    const issuer = base || origin;
    app.get(`/.well-known/oauth-protected-resource${path}`, (_request, reply) =>
      send(reply, {
        resource: api,
        resource_name: 'Partner Events',
        authorization_servers: [issuer],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_documentation: documentation,
      }),
    );
    app.get(`/.well-known/oauth-authorization-server${path}`, (_request, reply) =>
      send(reply, {
        issuer,
        token_endpoint: `${api}/oauth/token`,
        revocation_endpoint: `${api}/oauth/revoke`,
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        scopes_supported: SCOPES,
        service_documentation: documentation,
      }),
    );
    if (!path) continue;
    for (const document of ['oauth-protected-resource', 'oauth-authorization-server']) {
      app.get(`/.well-known/${document}${path}/mcp`, () => {
        throw new ProblemError('not_found', { detail: KEY_NEEDED });
      });
    }
  }
};
