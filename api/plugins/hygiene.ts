import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, ProblemError } from '../../src/core/problems.js';
import { isStorable } from '../../src/core/text.js';
import type { App } from '../http/access.js';
import { ParsedQuery } from '../http/query-parser.js';
import { onAccess, type RouteHooks } from './route-hooks.js';
import { knownNames } from './validation.js';

const LONGEST_ADDRESS = 8_192;

/** The fault in the spelling of a path; undefined: none. */
export function pathFault(url: string): ProblemError | undefined {
  const start = url.indexOf('?');
  const doubled = url.indexOf('//');
  if (doubled === -1 || (start !== -1 && doubled > start)) return undefined;
  return new ProblemError('not_found', {
    detail: 'The path has two slashes in a row. Check how the base address and the path are joined.',
  });
}

/** Node drops headers beyond its limit without a word, a second `Authorization` among them. */
const MAX_HEADERS = 1_000;

/** Content of `Host` (RFC 9110 7.2), loosely: we do not use it, but a proxy in front of us may have. */
const HOST = /^[\w.~%!$&'()*+,;=:[\]-]*$/;

/** The one expectation there is (RFC 9110 section 10.1.1), as Node looks for it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Headers that a message may carry once only, and whose second value a proxy in front of us may have used. */
function repeated(rawHeaders: readonly string[]): 'Host' | 'Authorization' | null {
  let hosts = 0;
  let keys = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') keys++;
  }
  if (hosts > 1) return 'Host';
  return keys > 1 ? 'Authorization' : null;
}

/** The fault in the frame of a message, for any request (RFC 9112 sections 2.3, 3.2, 6.1, 6.3). */
function malformed({ raw, headers, url, method }: FastifyRequest): ProblemError | undefined {
  const { httpVersion, rawHeaders } = raw;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return invalidField('HTTP version', 'must be 1.1 or 1.0');
  if (url.charCodeAt(0) !== 47 && !(url === '*' && method === 'OPTIONS')) {
    return invalidField('path', 'must begin with /');
  }
  if (rawHeaders.length >= 2 * MAX_HEADERS) return new ProblemError('headers_too_large');
  const { host } = headers;
  if (host === undefined ? httpVersion === '1.1' : !HOST.test(host)) {
    return invalidField('Host', host === undefined ? 'is required' : 'is not a host name');
  }
  const twice = repeated(rawHeaders);
  if (twice) return invalidField(twice, 'must be sent only once');
  const transfer = headers['transfer-encoding'];
  if (httpVersion === '1.0' && transfer !== undefined) {
    return invalidField('Transfer-Encoding', 'does not exist in HTTP/1.0');
  }
  if (transfer !== undefined && !/(?:^|[,\s])chunked\s*$/i.test(transfer)) {
    return invalidField('Transfer-Encoding', 'must end with chunked');
  }
  if (httpVersion === '1.1' && headers.expect !== undefined && !CONTINUE.test(headers.expect)) {
    return invalidField('Expect', 'has an expectation that we cannot meet');
  }
  return undefined;
}

/** Path and query of a target, without a final slash. Proxies send a whole address; its host has no effect (RFC 9112 3.2.2). */
export function parsePath(target: string): string {
  const authority = target.charCodeAt(0) === 47 ? '' : /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const path = target.slice(authority.length);
  return withoutEndSlash(path.startsWith('/') ? path : `/${path}`);
}

function withoutEndSlash(url: string): string {
  const start = url.indexOf('?');
  const last = (start === -1 ? url.length : start) - 1;
  const isAlone = url.charCodeAt(last) === 47 && url.charCodeAt(last - 1) !== 47;
  return last > 0 && isAlone ? url.slice(0, last) + url.slice(last + 1) : url;
}

/** Refuses invalid calls before authentication. */
export function hygiene(app: App): void {
  app.server.maxHeadersCount = MAX_HEADERS;
  const doubtful = new WeakSet<Socket>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // It came with a message before it, perhaps as part of its body: its sender may not have intended it.
    if (doubtful.has(socket)) return void reply.hijack();
    const fault = malformed(request);
    // Where a message ends is in doubt: nothing more is taken from this connection.
    if (fault) {
      doubtful.add(socket);
      reply.header('Connection', 'close');
    }
    done(fault);
  });

  const attach = (hooks: RouteHooks): void => hooks.onRequest((request, _reply, done) => done(pathFault(request.url)));
  onAccess(app, { keyed: attach, open: attach });
}

function untakable({ url, headers }: FastifyRequest): ProblemError | undefined {
  if (url.length > LONGEST_ADDRESS) return new ProblemError('uri_too_long');
  const { 'content-encoding': encoding, 'transfer-encoding': transfer } = headers;
  const plain = encoding === undefined || encoding === 'identity';
  const whole = transfer === undefined || transfer.toLowerCase() === 'chunked';
  return plain && whole ? undefined : new ProblemError('unsupported_media_type');
}

/** Some would fail in the database: no path of ours, of a page neither, holds them. */
function unclean({ params }: FastifyRequest): ProblemError | undefined {
  for (const [field, value] of Object.entries(params ?? {})) {
    if (typeof value !== 'string' || isStorable(value)) continue;
    return invalidField(field, 'must not contain NUL or invalid characters');
  }
  return undefined;
}

function unreadable(request: FastifyRequest): ProblemError | undefined {
  const { query } = request;
  if (!(query instanceof ParsedQuery) || !query.malformed) return undefined;
  const { name, message } = query.malformed;
  // Put together anew at each access.
  const { querystring } = request.routeOptions.schema ?? {};
  const known = querystring instanceof z.ZodType && knownNames(querystring).includes(name);
  // A name that is the caller's own is not repeated.
  return invalidField(known ? name : 'query', message);
}

/**
 * Refuses what no route could read, once the caller is known and counted: too long, encoded, badly escaped. Pages read
 * their queries themselves: a buy link must lead to tickets whatever was appended to it.
 */
export function readable(app: App): void {
  const call = (hooks: RouteHooks): void =>
    hooks.onRequest((request, _reply, done) => done(untakable(request) ?? unclean(request) ?? unreadable(request)));
  const page = (hooks: RouteHooks): void =>
    hooks.onRequest((request, _reply, done) => done(untakable(request) ?? unclean(request)));
  onAccess(app, { keyed: call, open: call, page });
}
