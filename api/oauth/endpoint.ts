import type { FastifyReply } from 'fastify';
import { oauthError } from '../../src/access/wire.js';
import type { App } from '../http/access.js';
import { sendValue } from '../http/reply.js';
import { assertUtf8 } from '../plugins/json-body.js';
import { readForm } from './form.js';

/** The errors of both endpoints, for the OpenAPI document. */
export const OAUTH_REFUSALS = {
  400: oauthError,
  401: oauthError,
  413: oauthError,
  415: oauthError,
  429: oauthError,
};

/** Sends a success response, which no cache may store (RFC 6749 section 5.1). */
export function sendUnkept(reply: FastifyReply, value: unknown): FastifyReply {
  return sendValue(reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }), value);
}

/** Mounts routes that read form bodies and nothing else, whole: no schema drops or checks a parameter before them. */
export function withOAuthForms(app: App, mount: (scope: App) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (request, body: Buffer, done) => {
        try {
          assertUtf8(request);
          done(null, readForm(body));
        } catch (error) {
          done(error as Error);
        }
      },
    );
    scope.setValidatorCompiler(() => (value) => ({ value }));
    mount(scope as App);
  });
}
