import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Scope } from '../../src/core/viewer.js';
import type { Config } from '../../src/platform/config/config.js';
import type { Access, App } from '../http/access.js';
import { child } from '../http/json.js';
import type { Declared } from './concerns.js';
import { polish } from './polish.js';
import { TAGS } from './tags.js';
import { WEBHOOK_SCHEMAS, WEBHOOKS } from './webhooks.js';

const DESCRIPTION = `List the events you may show, send visitors to each event's \`buy_url\`, and earn a reward on eligible sales.

Send your key in the \`Authorization: Bearer\` header. Only put it in a URL where an endpoint says you can. Ignore fields
you do not know: version 1 only grows. Errors are \`application/problem+json\`, and each \`code\` has a page of its own.

Amounts are decimal numbers in the currency beside them. Instants are UTC, in ISO 8601. Strings can't contain NUL. Query
values can't start with a key prefix such as \`tt_test_\`.`;

const SCOPE_NOTES: Record<Scope, string> = {
  'events:read': 'List events, categories and locations, and read feeds.',
  'events:details': 'Read one event.',
  'earnings:read': 'Read earnings, reports and settlements; live server clients and test clients.',
};

/** What opens a route, as OpenAPI says it. */
function toSecurity(access: Access): Record<string, string[]>[] {
  if (!access.keyed) return [];
  const token = access.scope ? [{ oauth2: [access.scope] }] : [];
  // Where a key may stand in the address, the operation's own parameter `key` says so, and no header is needed.
  const bare = access.keyless || access.keyInQuery ? [{}] : [];
  return [...bare, { key: [] }, ...token];
}

/** A route as the document names it: `get /events/{id}`. */
const namesOf = (method: string | string[], url: string): string[] =>
  [method].flat().map((verb) => `${verb.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`);

/** Gathers every API route for the OpenAPI 3.1 document; to be registered before the routes are mounted. */
export async function openapi(app: App, config: Config, prefix: string): Promise<void> {
  const routes = new Map<string, Declared>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Partner Events API',
        version: '1.0.0',
        description: DESCRIPTION,
        contact: { name: 'Partner Events', url: `${config.origin}/` },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      tags: TAGS,
      servers: [
        { url: config.baseUrl, description: 'Current base URL' },
        { url: config.siteBaseUrl, description: 'Kept for existing integrations' },
      ],
      components: {
        securitySchemes: {
          key: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A test, website or server key. It may be pinned to a client certificate (mutual TLS) or limited to an IP ' +
              'allowlist. Other calls get `certificate_required`, `certificate_mismatch` or `ip_not_allowed`.',
          },
          oauth2: {
            type: 'oauth2',
            description:
              'An access token instead of a key. It expires after an hour, or when you revoke it with `POST /oauth/revoke`.',
            flows: { clientCredentials: { tokenUrl: `${config.baseUrl}/oauth/token`, scopes: SCOPE_NOTES } },
          },
        },
      },
    },
    transform: (input) => {
      const { access, document = {} } = input.route.config ?? {};
      const url = input.url.startsWith(`${prefix}/`) ? input.url.slice(prefix.length) : null;
      if (url === null || !access || !input.schema) return { schema: { hide: true }, url: input.url };
      for (const name of namesOf(input.route.method, url)) routes.set(name, { access, document });
      const transformed = jsonSchemaTransform({ ...input, url });
      return { ...transformed, schema: { ...transformed.schema, security: toSecurity(access) } };
    },
    transformObject: (input) => {
      const document = polish(jsonSchemaTransformObject(input), routes, config.origin);
      Object.assign(child(child(document, 'components'), 'schemas'), WEBHOOK_SCHEMAS);
      return { ...document, webhooks: WEBHOOKS };
    },
  });
}
