import type { FastifyRequest } from 'fastify';
import { invalidField, ProblemError } from '../../src/domain/problems.js';
import type { App } from '../access.js';
import { ParsedQuery } from './query-parser.js';
import { onAccess, type RouteHooks } from './route-hooks.js';
import { invalidFields } from './validation.js';

const LONGEST_ADDRESS = 8_192;

/** Whether the path is spelled in the one way we answer: no empty segment, no slash at the end. */
export function isHygienic(url: string): boolean {
  const question = url.indexOf('?');
  const end = question === -1 ? url.length : question;
  const doubled = url.indexOf('//');
  return (doubled === -1 || doubled >= end) && (end === 1 || url.charCodeAt(end - 1) !== 47);
}

/** Refuses what cannot be a call of ours before anybody asks who makes it. */
export function hygiene(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const anonymous = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(anonymous ? invalidField('Host', 'is required') : undefined);
  });

  const attach = (hooks: RouteHooks): void =>
    hooks.onRequest((request, _reply, done) =>
      done(isHygienic(request.url) ? undefined : new ProblemError('not_found')),
    );
  onAccess(app, { keyed: attach, open: attach });
}

function untakable({ url, headers }: FastifyRequest): ProblemError | undefined {
  if (url.length > LONGEST_ADDRESS) return new ProblemError('uri_too_long');
  const encoding = headers['content-encoding'];
  return encoding === undefined || encoding === 'identity' ? undefined : new ProblemError('unsupported_media_type');
}

function unreadable({ query }: FastifyRequest): ProblemError | undefined {
  return query instanceof ParsedQuery && query.malformed ? invalidFields([query.malformed]) : undefined;
}

/**
 * Refuses what no route could read, once the caller is known and counted: too long, encoded, badly escaped. Pages read
 * their queries themselves: a buy link must lead to tickets whatever was appended to it.
 */
export function readable(app: App): void {
  const call = (hooks: RouteHooks): void =>
    hooks.onRequest((request, _reply, done) => done(untakable(request) ?? unreadable(request)));
  const page = (hooks: RouteHooks): void => hooks.onRequest((request, _reply, done) => done(untakable(request)));
  onAccess(app, { keyed: call, open: call, page });
}
