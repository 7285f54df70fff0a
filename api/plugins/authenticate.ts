import type { FastifyRequest } from 'fastify';
import type { KeyDirectory, KnownKey } from '../../src/access/authenticate.js';
import {
  ACCESS_TOKEN_PREFIX,
  CLIENT_SECRET_PREFIX,
  holdsCredential,
  looksLikeCredential,
} from '../../src/core/key-format.js';
import { invalidField, type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Caller, KeyKind, TokenGrant } from '../../src/core/viewer.js';
import { isAllowedOrigin } from '../../src/core/website-domain.js';
import type { App, KeyedAccess } from '../http/access.js';
import type { GuardJudge } from '../http/key-guards.js';
import { setReadableBy } from '../http/page-readers.js';
import { ParsedQuery } from '../http/query-parser.js';
import { onAccess, type RouteHooks } from './route-hooks.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a known caller is refused; thrown once the call has been counted. */
    refusal: ProblemError | null;
  }
}

const REALM = 'Bearer realm="partner-events"';

/** 401 with the challenge of RFC 6750. */
export function unauthorized(code: ProblemCode, detail?: string): ProblemError {
  // RFC 6750 section 3: a call without credentials gets no error code.
  const challenge = code === 'key_missing' ? REALM : `${REALM}, error="invalid_token"`;
  return new ProblemError(code, { detail, headers: { 'WWW-Authenticate': challenge } });
}

/** @param header what `Authorization` holds, if anything: it is no `Bearer` with a key behind it. */
export function keyMissing(header: string | undefined): ProblemError {
  if (header === undefined) return unauthorized('key_missing');
  const found = /^bearer\s*$/i.test(header) ? 'has no key after' : 'does not begin with';
  const detail = `The \`Authorization\` header ${found} \`Bearer\`: send \`Authorization: Bearer <key>\`.`;
  return unauthorized('key_missing', detail);
}

function wrongKind(access: KeyedAccess, kind: KeyKind): ProblemError {
  const detail = `This endpoint needs a ${access.kinds.join(' or ')} key; this is a ${kind} key.`;
  return new ProblemError('key_kind_not_allowed', { detail });
}

/** The credential of an `Authorization: Bearer` header, or null. */
export function bearer(header: string | undefined): string | null {
  if (header === undefined) return null;
  const space = header.indexOf(' ');
  if (space === -1 || header.slice(0, space).toLowerCase() !== 'bearer') return null;
  return header.slice(space + 1).trim() || null;
}

/**
 * Whether a query carries something that looks like a key: proxies and logs would keep it (contract: Authentication 3).
 */
function holdsKey(query: unknown, keyParameterAllowed: boolean): boolean {
  // Most queries can be seen to hold none without taking them apart.
  if (!(query instanceof ParsedQuery) || !/key|tt_|whsec_|%/i.test(query.text)) return false;
  for (const [name, value] of query.values) {
    if (name === 'key' ? !keyParameterAllowed || isForHeadersOnly(value) : isCredential(value)) return true;
    if (isCredential(name)) return true;
  }
  return false;
}

function isCredential(text: string): boolean {
  return looksLikeCredential(text) || holdsCredential(text);
}

/** The value of the parameter `key`. */
function keyWritten(query: unknown): string | undefined {
  return query instanceof ParsedQuery ? query.values.get('key') : undefined;
}

/** Prefixes of credentials that neither a URL nor a page may contain: all but the prefixes of website and test keys. */
const SECRET_PREFIXES = ['tt_sk_', ACCESS_TOKEN_PREFIX, CLIENT_SECRET_PREFIX];

function isForHeadersOnly(value: string): boolean {
  return SECRET_PREFIXES.some((prefix) => value.startsWith(prefix));
}

/**
 * Whether the call carries a credential of a server, known to us or not: no page may read the response. HTTP Basic
 * encodes its credential, which may be one.
 */
function holdsSecret({ headers, query }: FastifyRequest): boolean {
  const { authorization = '' } = headers;
  if (/^basic\b/i.test(authorization)) return true;
  const values = query instanceof ParsedQuery ? [...query.values].flat() : [];
  return [authorization, ...values].some((text) => SECRET_PREFIXES.some((prefix) => text.includes(prefix)));
}

/** Checks whether a known caller may use the route; null when it may. */
function refuse(request: FastifyRequest, known: KnownKey, access: KeyedAccess, inQuery: boolean): ProblemError | null {
  const { caller } = known;
  if (known.suspended) return new ProblemError('account_suspended');
  const fromAllowedPage = access.keyless
    ? mayAssist(request, caller)
    : caller.kind !== 'website' ||
      (inQuery ? notFromForeignPage(request.headers, caller) : fromListedPage(request.headers, caller, false));
  if (!fromAllowedPage) {
    const detail = caller.kind === 'server' ? 'Server keys must not be used on web pages.' : undefined;
    return new ProblemError('origin_not_allowed', { detail });
  }
  if (caller.token && !isInScope(caller.token, access)) return insufficientScope(access);
  if (!access.kinds.includes(caller.kind)) return wrongKind(access, caller.kind);
  if (access.capability && caller.kind !== 'test' && !caller.capabilities.includes(access.capability)) {
    return new ProblemError('capability_required', {
      detail: `This endpoint needs the capability ${access.capability}.`,
    });
  }
  return null;
}

/** A token allows what its scopes name, and nothing else. */
function isInScope({ scopes }: TokenGrant, { scope }: KeyedAccess): boolean {
  return scope !== undefined && scopes.includes(scope);
}

function insufficientScope({ scope }: KeyedAccess): ProblemError {
  const challenge = `${REALM}, error="insufficient_scope"`;
  return scope === undefined
    ? new ProblemError('scope_required', {
        detail: 'This endpoint needs a key; access tokens cannot use it.',
        headers: { 'WWW-Authenticate': challenge },
      })
    : new ProblemError('scope_required', {
        detail: `This endpoint needs an access token with the scope ${scope}.`,
        headers: { 'WWW-Authenticate': `${challenge}, scope="${scope}"` },
      });
}

/** `Origin` decides, else `Referer`; `without` either, clients that need none (assistants). */
function fromListedPage(headers: FastifyRequest['headers'], caller: Caller, without: boolean): boolean {
  const page = headers.origin ?? headers.referer;
  return page === undefined ? without : isAllowedOrigin(page, caller.domains);
}

/**
 * With the key in the address: a person who follows a link to a feed, for example from a mail, sends any `Referer`, and
 * no page can read the answer.
 */
function notFromForeignPage({ origin }: FastifyRequest['headers'], { domains }: Caller): boolean {
  return origin === undefined || isAllowedOrigin(origin, domains);
}

/** Whether a page calls that may not use the website key, whatever else the call is refused for. */
export function isForeignPage({ caller, headers }: FastifyRequest): boolean {
  return caller?.kind === 'website' && !fromListedPage(headers, caller, true);
}

/**
 * Whether an assistant's page may call: a listed one with a website key, every one with a test key, none with a server
 * key, and without a key every https one (plain http could be a name that was rebound to this machine).
 */
function mayAssist({ headers }: FastifyRequest, caller: Caller | null): boolean {
  const { origin } = headers;
  if (caller?.kind === 'website') return fromListedPage(headers, caller, true);
  if (origin === undefined || caller?.kind === 'test') return true;
  return caller === null && /^https:\/\/[^/?#]+$/i.test(origin) && URL.parse(origin) !== null;
}

/**
 * Authenticates the caller (contract: Authentication). Unknown callers get 401; other errors wait in `request.refusal`
 * until the call has been counted, so that they carry limit headers too.
 */
export function authenticate(app: App, keys: KeyDirectory, guarded: GuardJudge): void {
  onAccess(app, {
    keyed(hooks, access) {
      hooks.onRequest((request, reply, done) => {
        const inUrl = holdsKey(request.query, access.keyInQuery === true);
        const header = bearer(request.headers.authorization);
        const inQuery = header === null && access.keyInQuery === true;
        const written = access.keyInQuery === true ? keyWritten(request.query) : undefined;
        const key = inQuery ? (written ?? null) : header;
        const differ = header !== null && written !== undefined && written !== header;

        // The response holds no data: pages may read it, or their developers would see a CORS error only.
        const refuseUnknown = (problem: ProblemError, kind?: KeyKind): void => {
          if (kind !== 'server' && !holdsSecret(request)) setReadableBy(reply, '*');
          done(problem);
        };

        const decide = (known: KnownKey | null): void => {
          if (known && !known.revoked && !known.expired) {
            request.caller = known.caller;
            request.refusal = inUrl
              ? new ProblemError('key_in_url')
              : ((differ ? invalidField('key', 'differs from the key in the `Authorization` header') : null) ??
                (known.guards && guarded(request, known.guards)) ??
                refuse(request, known, access, inQuery));
            done();
          } else if (inUrl) refuseUnknown(new ProblemError('key_in_url'), known?.caller.kind);
          else if (known)
            refuseUnknown(unauthorized(known.revoked ? 'key_revoked' : 'token_expired'), known.caller.kind);
          else if (access.keyless && key === null && request.headers.authorization === undefined) {
            request.refusal = mayAssist(request, null)
              ? null
              : new ProblemError('origin_not_allowed', {
                  detail: 'Without a key, only pages served over https may call this endpoint.',
                });
            done();
          } else {
            refuseUnknown(key === null ? keyMissing(request.headers.authorization) : unauthorized('key_invalid'));
          }
        };

        const found = key === null ? null : keys.find(key);
        if (found instanceof Promise) found.then(decide).catch(done);
        else decide(found);
      });
    },
    open(hooks) {
      hooks.onRequest((request, _reply, done) => {
        if (holdsKey(request.query, false)) request.refusal = new ProblemError('key_in_url');
        done();
      });
    },
  });
}

/**
 * Authenticates the caller of an unmatched path from the header: sets `request.caller` and returns whether the caller
 * is known.
 */
export async function recognize(request: FastifyRequest, keys: KeyDirectory, guarded: GuardJudge): Promise<boolean> {
  const key = bearer(request.headers.authorization);
  const known = key === null ? null : await keys.find(key);
  if (!known || known.revoked || known.expired) return false;
  const { caller, guards } = known;
  const ownPage = caller.kind !== 'website' || fromListedPage(request.headers, caller, false);
  request.caller = caller;
  request.refusal = (guards && guarded(request, guards)) ?? (ownPage ? null : new ProblemError('origin_not_allowed'));
  return true;
}

/** Throws what {@link authenticate} found, now that the call has been counted. */
export function refusals(app: App): void {
  const attach = (hooks: RouteHooks): void =>
    hooks.onRequest((request, _reply, done) => done(request.refusal ?? undefined));
  onAccess(app, { keyed: attach, open: attach });
}
