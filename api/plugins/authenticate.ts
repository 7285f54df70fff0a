import type { FastifyRequest } from 'fastify';
import type { KeyDirectory, KnownKey } from '../../src/access/authenticate.js';
import {
  ACCESS_TOKEN_PREFIX,
  CLIENT_SECRET_PREFIX,
  CREDENTIAL_PREFIX,
  containsCredential,
  hasCredentialPrefix,
} from '../../src/core/key-format.js';
import { invalidField, type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Caller, KeyKind, TokenGrant } from '../../src/core/viewer.js';
import { isAllowedOrigin } from '../../src/core/website-domain.js';
import type { App, KeyedAccess } from '../http/access.js';
import type { GuardCheck } from '../http/key-guards.js';
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

/** Whether the raw text of a query may hold a credential: one of ours, the parameter `key`, or escaped characters. */
const MAY_HOLD_CREDENTIAL = new RegExp(`${CREDENTIAL_PREFIX}|key|%`, 'i');

/**
 * Whether a query carries a credential that it must not: proxies and logs would keep it (contract: Authentication 3).
 *
 * @param takesKey whether the route takes a website or test key in the parameter `key`.
 */
function queryHasCredential(query: unknown, takesKey: boolean): boolean {
  // Most queries are seen to have none before they are parsed.
  if (!(query instanceof ParsedQuery) || !MAY_HOLD_CREDENTIAL.test(query.text)) return false;
  const resembles = (text: string) => hasCredentialPrefix(text) || containsCredential(text);
  for (const [name, value] of query.values) {
    const isRefused = name === 'key' ? !takesKey || isServerCredential(value) : resembles(value);
    if (isRefused || resembles(name)) return true;
  }
  return false;
}

function keyParameter(query: unknown): string | undefined {
  return query instanceof ParsedQuery ? query.values.get('key') : undefined;
}

/** Prefixes of credentials for servers, which neither a URL nor a page may contain: all but those of website and test keys. */
const SERVER_PREFIXES = ['tt_sk_', ACCESS_TOKEN_PREFIX, CLIENT_SECRET_PREFIX];

function isServerCredential(text: string): boolean {
  return SERVER_PREFIXES.some((prefix) => text.startsWith(prefix));
}

/** Whether the call carries a server's credential, known or not: then no page may read the response. HTTP Basic is one. */
function hasServerCredential({ headers, query }: FastifyRequest): boolean {
  const { authorization = '' } = headers;
  if (/^basic\b/i.test(authorization)) return true;
  const values = query instanceof ParsedQuery ? [...query.values].flat() : [];
  return [authorization, ...values].some((text) => SERVER_PREFIXES.some((prefix) => text.includes(prefix)));
}

/** Checks whether a known caller may use the route; null when it may. */
function refuse(request: FastifyRequest, known: KnownKey, access: KeyedAccess, inQuery: boolean): ProblemError | null {
  const { caller } = known;
  if (known.suspended) return new ProblemError('account_suspended');
  const isPageAllowed = access.keyless
    ? mayPageOfAssistantCall(request, caller)
    : caller.kind !== 'website' || mayPageUseKey(request, caller, inQuery);
  if (!isPageAllowed) {
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
  const needed = scope === undefined ? 'a key; access tokens cannot use it' : `an access token with the scope ${scope}`;
  const named = scope === undefined ? '' : `, scope="${scope}"`;
  return new ProblemError('scope_required', {
    detail: `This endpoint needs ${needed}.`,
    headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope"${named}` },
  });
}

/** The page that calls; undefined: no browser calls, or it does not name the page. */
function pageOf({ origin, referer }: FastifyRequest['headers']): string | undefined {
  return origin ?? referer;
}

/**
 * Whether a page calls that is on a domain of the website key. With the key in the query only another page's `Origin` is
 * refused: a person who follows a link to a feed, for example from a mail, sends any `Referer`, and no page can read the
 * response.
 */
function mayPageUseKey({ headers }: FastifyRequest, { domains }: Caller, inQuery: boolean): boolean {
  if (inQuery && headers.origin === undefined) return true;
  const page = pageOf(headers);
  return page !== undefined && isAllowedOrigin(page, domains);
}

/** Whether the call with a website key names a page that is on none of the key's domains, whatever else it is refused for. */
export function isUnlistedPage({ caller, headers }: FastifyRequest): boolean {
  const page = pageOf(headers);
  return caller?.kind === 'website' && page !== undefined && !isAllowedOrigin(page, caller.domains);
}

/**
 * Whether the page of an assistant may call, or an assistant without a page: a listed page with a website key, every
 * page with a test key, no page with a server key, and without a key every https page (plain http could be a name that
 * was rebound to this machine).
 */
function mayPageOfAssistantCall(request: FastifyRequest, caller: Caller | null): boolean {
  const { origin } = request.headers;
  if (caller?.kind === 'website') return !isUnlistedPage(request);
  if (origin === undefined || caller?.kind === 'test') return true;
  return caller === null && /^https:\/\/[^/?#]+$/i.test(origin) && URL.parse(origin) !== null;
}

/** Contract: Authentication. Unknown callers get 401; other errors wait until the call is counted, for the limit headers. */
export function authenticate(app: App, keys: KeyDirectory, guardRefusal: GuardCheck): void {
  onAccess(app, {
    keyed(hooks, access) {
      hooks.onRequest((request, reply, done) => {
        const inUrl = queryHasCredential(request.query, access.keyInQuery === true);
        const header = bearer(request.headers.authorization);
        const inQuery = header === null && access.keyInQuery === true;
        const parameter = access.keyInQuery === true ? keyParameter(request.query) : undefined;
        const key = inQuery ? (parameter ?? null) : header;
        const differ = header !== null && parameter !== undefined && parameter !== header;

        // The response holds no data: pages may read it, or their developers would see a CORS error only.
        const refuseUnknown = (problem: ProblemError, kind?: KeyKind): void => {
          if (kind !== 'server' && !hasServerCredential(request)) setReadableBy(reply, '*');
          done(problem);
        };

        const decide = (known: KnownKey | null): void => {
          if (known && !known.revoked && !known.expired) {
            request.caller = known.caller;
            request.refusal = inUrl
              ? new ProblemError('key_in_url')
              : ((differ ? invalidField('key', 'differs from the key in the `Authorization` header') : null) ??
                (known.guards && guardRefusal(request, known.guards)) ??
                refuse(request, known, access, inQuery));
            done();
          } else if (inUrl) refuseUnknown(new ProblemError('key_in_url'), known?.caller.kind);
          else if (known)
            refuseUnknown(unauthorized(known.revoked ? 'key_revoked' : 'token_expired'), known.caller.kind);
          else if (access.keyless && key === null && request.headers.authorization === undefined) {
            request.refusal = mayPageOfAssistantCall(request, null)
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
        if (queryHasCredential(request.query, false)) request.refusal = new ProblemError('key_in_url');
        done();
      });
    },
  });
}

/** Authenticates an unmatched path's caller from the header: sets `request.caller`, and returns whether it is known. */
export async function recognize(
  request: FastifyRequest,
  keys: KeyDirectory,
  guardRefusal: GuardCheck,
): Promise<boolean> {
  const key = bearer(request.headers.authorization);
  const known = key === null ? null : await keys.find(key);
  if (!known || known.revoked || known.expired) return false;
  const { caller, guards } = known;
  const isPageAllowed = caller.kind !== 'website' || mayPageUseKey(request, caller, false);
  request.caller = caller;
  request.refusal =
    (guards && guardRefusal(request, guards)) ?? (isPageAllowed ? null : new ProblemError('origin_not_allowed'));
  return true;
}

/** Throws what {@link authenticate} found, now that the call has been counted. */
export function refusals(app: App): void {
  const attach = (hooks: RouteHooks): void =>
    hooks.onRequest((request, _reply, done) => done(request.refusal ?? undefined));
  onAccess(app, { keyed: attach, open: attach });
}
