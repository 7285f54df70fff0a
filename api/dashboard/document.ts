import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Config } from '../../src/platform/config/config.js';
import type { App } from '../http/access.js';
import { jsonOnce, sendJson } from '../http/reply.js';
import { cookieName } from './cookie.js';
import type { May } from './operation.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The dashboard's OpenAPI document; the partners' document is `swagger`. */
    dashboardDocument: () => object;
  }
  interface FastifyContextConfig {
    may?: May;
  }
}

const DESCRIPTION = `What the dashboard's pages call. It opens with the session of a member, in a cookie, and with no key.
Writes are taken from pages of this service alone. An id of another company is answered as one that does not exist.`;

const WHO: Partial<Record<May, string>> = {
  anybody: 'Without a session.',
  session: 'With a session, also while it owes the second step.',
  member: 'With the session of a member, also while it owes the second step; not for operators.',
  self: 'With a session.',
  self_again: 'With a session whose second step was taken within 15 minutes.',
  self_again_if_any: 'With a session; its second step, if the member has one, was taken within 15 minutes.',
};

/** Serves the dashboard's own document, in its scope alone: the partners' one does not know these paths. */
export async function document(app: App, config: Config): Promise<void> {
  await app.register(swagger, {
    decorator: 'dashboardDocument',
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Partner Events dashboard', version: '1.0.0', description: DESCRIPTION },
      servers: [{ url: config.origin }],
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName(config) } } },
    },
    transform: (input) => {
      const { may } = input.route.config ?? {};
      if (may === undefined || !input.schema) return { schema: { hide: true }, url: input.url };
      const transformed = jsonSchemaTransform(input);
      const security = may === 'anybody' ? [] : [{ session: [] }];
      const description = WHO[may] ?? `For members who may \`${may}\`.`;
      return { ...transformed, schema: { ...transformed.schema, security, description } };
    },
    transformObject: jsonSchemaTransformObject,
  });
  const document = jsonOnce(() => app.dashboardDocument());
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    sendJson(reply, document());
  });
}
