import { type KeyKind, SCOPES, type Scope } from '../../core/viewer.js';

/** How long an access token lasts (contract: OAuth token answer). */
export const TOKEN_SECONDS = 3_600;

/** The errors of the OAuth endpoints (RFC 6749 section 5.2), and the status of each. */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
} as const;

export type OAuthErrorCode = keyof typeof STATUS;

/** A refusal of `/oauth/*`; its words go into `error_description` and never quote the request. */
export class OAuthError extends Error {
  override name = 'OAuthError';
  readonly status: number;

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
  ) {
    super(description);
    this.status = STATUS[code];
  }
}

/** The most a client can have: a website key reads events only. */
export function scopesOfKind(kind: KeyKind): readonly Scope[] {
  return kind === 'website' ? SCOPES.filter((scope) => scope !== 'earnings:read') : SCOPES;
}

/**
 * The scopes of a token, ordered and without repeats: those requested, or all the client has.
 *
 * @param asked space-separated (RFC 6749 section 3.3).
 * @throws {OAuthError} `invalid_scope` for anything the client does not have; none is dropped silently.
 */
export function grantScopes(asked: string | undefined, has: readonly Scope[]): Scope[] {
  if (asked === undefined) return [...has];
  const names = new Set(asked.split(' ').filter((name) => name !== ''));
  const granted = SCOPES.filter((scope) => names.has(scope) && has.includes(scope));
  if (granted.length === 0 || granted.length !== names.size) {
    throw new OAuthError('invalid_scope', `This client has the scopes ${has.join(' ')}; request some or all of them.`);
  }
  return granted;
}
