import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import type { App } from './access.js';

export interface StaticFiles {
  /** Holds the files. */
  root: string;
  /** The prefix of their addresses, with a slash at either end. */
  prefix: string;
  maxAgeMs: number;
  /** Whether a file's name changes with its content. */
  immutable?: boolean;
  headers?: Record<string, string>;
}

/** Serves the files of a folder: small ones, so no parts of them. */
export function serveFiles(app: App, { root, prefix, maxAgeMs, immutable = false, headers = {} }: StaticFiles): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      if (request.url.split('?', 1)[0] === prefix) throw new ProblemError('not_found');
      for (const name of ['range', 'if-match', 'if-unmodified-since']) delete request.headers[name];
      done();
    });
    await scope.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable,
      maxAge: maxAgeMs,
      schemaHide: true,
      setHeaders: (reply: FastifyReply) => void reply.headers(headers),
    });
  });
}
