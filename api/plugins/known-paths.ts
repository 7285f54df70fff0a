import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../src/core/problems.js';
import { ACCESS, type App } from '../http/access.js';
import { pathFault } from './hygiene.js';

/** The methods that some path of ours takes. */
export const ANYWHERE: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS'];

const NEVER = { keyed: false, shared: false, browsed: false };

interface KnownPath {
  segments: string[];
  methods: Set<string>;
  /** Whether it takes a key, so that every answer to a known one is counted. */
  keyed: boolean;
  /** Whether other websites may ever call it. */
  shared: boolean;
  /** Whether people may open it: it needs no key, or is a feed. */
  browsed: boolean;
}

function matches(segments: readonly string[], path: readonly string[]): boolean {
  const wildcard = segments.at(-1) === '*';
  if (wildcard ? path.length < segments.length : path.length !== segments.length) return false;
  return segments.every((segment, i) => segment === '*' || segment === path[i] || isParameter(segment, path[i] ?? ''));
}

/** The path with the fixed segments as the route writes them (`/Buy/evt_1` is `/buy/evt_1`); undefined if it does not fit. */
function withCaseOf(segments: readonly string[], path: readonly string[]): string[] | undefined {
  const corrected = path.map((part, i) => {
    const fixed = segments[i];
    return fixed?.toLowerCase() === part.toLowerCase() ? fixed : part;
  });
  return matches(segments, corrected) ? corrected : undefined;
}

/** Whether a segment such as `:id` or `:section(^(?!api$)[^]+)` stands for a part of a path. */
function isParameter(segment: string, part: string): boolean {
  if (!segment.startsWith(':') || part === '') return false;
  const pattern = /\((.*)\)$/.exec(segment)?.[1];
  return pattern === undefined || new RegExp(pattern).test(part);
}

/** In the router's preference: a fixed segment wins over a parameter, and a parameter over a wildcard. */
function closest(found: KnownPath[]): KnownPath[] {
  const rank = ({ segments }: KnownPath) =>
    segments.map((segment) => (segment === '*' ? 2 : segment.startsWith(':') ? 1 : 0)).join('');
  const best = found.map(rank).sort()[0];
  return found.filter((path) => rank(path) === best);
}

/** Separates a wrong method (405) from an unknown path (404), answers OPTIONS, and redirects from a path in another case. */
export function knownPaths(app: App): void {
  const known = new Map<string, KnownPath>();

  app.addHook('onRoute', ({ url, method, config }) => {
    const entry = known.get(url) ?? { segments: url.split('/'), methods: new Set(), ...NEVER };
    for (const verb of [method].flat()) entry.methods.add(verb);
    const access = config?.access;
    entry.keyed ||= access?.keyed === true;
    entry.browsed ||= method.includes('GET') && (!access?.keyed || access === ACCESS.feed);
    entry.shared ||= config?.anyOrigin ?? (access !== undefined && (access.keyed || access.anyOrigin));
    known.set(url, entry);
  });

  /** Phones capitalize what people type, and link cleaners change the case of paths. */
  const correctCase = (path: readonly string[]): string | undefined => {
    const pages = [...known.values()].filter(({ browsed }) => browsed);
    return pages.flatMap(({ segments }) => withCaseOf(segments, path)?.join('/') ?? [])[0];
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    // OPTIONS of the server as a whole.
    if (request.url === '*') return void reply.code(204).header('Allow', ANYWHERE.join(', ')).send();
    const path = (request.url.split('?', 1)[0] ?? '').split('/');
    const matching = [...known.values()].filter(({ segments }) => matches(segments, path));
    const fault = pathFault(request.url);
    if (fault) return done(fault);
    const found = closest(matching);
    if (found.length === 0) {
      const corrected = request.method === 'GET' || request.method === 'HEAD' ? correctCase(path) : undefined;
      if (corrected === undefined) return done(new ProblemError('not_found'));
      return void reply.redirect(corrected + request.url.slice(path.join('/').length), 308);
    }
    const methods = [...new Set([...found.flatMap((entry) => [...entry.methods]), 'OPTIONS'])];
    if (request.method !== 'OPTIONS') {
      const wrong = new ProblemError('method_not_allowed', { allowed: methods });
      if (!found.some((entry) => entry.keyed)) return done(wrong);
      return void app.countUnrouted(request, reply).then(() => done(wrong), done);
    }
    const asked = request.headers['access-control-request-method'] !== undefined;
    if (asked && found.some((entry) => entry.shared)) answerPreflight(request, reply, methods);
    else reply.code(204).header('Allow', methods.join(', ')).send();
  });

  app.setNotFoundHandler(() => {
    throw new ProblemError('not_found');
  });
}

/** Headers that our own client sends. */
const ALWAYS = ['Authorization', 'Content-Type', 'If-None-Match', 'Idempotency-Key'];

/** A header name (RFC 9110 section 5.1) of a usual length. A `*` would allow all names, so it is none. */
const NAME = /^[!#$%&'+.^_`|~0-9a-z-]{1,100}$/;

/** More names than any page sends. A longer list is not read: it would only make the response long. */
const MAX_NAMES = 64;
const MAX_LENGTH = 4_096;

/** Credentials of other systems, which pages may attach by mistake; `Client-Cert` has a certificate that a proxy checked. */
const CREDENTIAL =
  /^(?:(?:set-)?cookie2?|(?:proxy-|client-cert).*|.+authorization|.*api-?key|.*(?:auth|access|session|security|id)-?token|.*(?:password|secret).*)$/;

/** Requested header names that a page may send: monitoring tools add their own, and one missing name stops all calls. */
function allowedHeaders(requested: string | undefined): string[] {
  if (requested === undefined || requested.length > MAX_LENGTH) return ALWAYS;
  const names = requested.toLowerCase().split(',', MAX_NAMES);
  const known = new Set(ALWAYS.map((name) => name.toLowerCase()));
  const others = new Set(names.map((name) => name.trim()).filter((name) => NAME.test(name) && !known.has(name)));
  return [...ALWAYS, ...[...others].filter((name) => !CREDENTIAL.test(name))];
}

/** Responds to a preflight. It carries no key, so the response depends on the path and the requested headers only. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void {
  reply
    .code(204)
    .header('Access-Control-Allow-Origin', '*')
    .header('Access-Control-Allow-Methods', methods.join(', '))
    .header(
      'Access-Control-Allow-Headers',
      allowedHeaders(request.headers['access-control-request-headers']).join(', '),
    )
    .header('Access-Control-Max-Age', '3600')
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .send();
}
