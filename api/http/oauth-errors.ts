import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../src/access/rules/oauth.js';
import type { OAuthErrorBody } from '../../src/access/wire.js';
import type { ProblemError } from '../../src/core/problems.js';

export const SECRETS_IN_ADDRESS = 'Send secrets and tokens in the body, never in the URL.';

/** Registered for server failures (RFC 6749 section 4.1.2.1); the section on tokens has no code for them. */
function toOAuthCode(refusal: OAuthError | ProblemError): string {
  if (refusal instanceof OAuthError) return refusal.code;
  if (refusal.status === 429 || refusal.status === 503) return 'temporarily_unavailable';
  return refusal.status >= 500 ? 'server_error' : 'invalid_request';
}

/** Where a problem has words for keys, or explains the member `allowed`, which this body does not have. */
function toDescription(refusal: OAuthError | ProblemError): string {
  if (refusal instanceof OAuthError) return refusal.message;
  if (refusal.code === 'key_in_url') return SECRETS_IN_ADDRESS;
  if (!refusal.allowed) return refusal.message;
  return `This URL supports ${refusal.allowed.join(', ')}.`;
}

/** Asks for HTTP Basic, where the client did not choose the body itself. */
function challenges({ headers, body }: FastifyRequest): boolean {
  return headers.authorization !== undefined || !(body instanceof Map && body.has('client_secret'));
}

/** Sends any error under `/oauth/` as RFC 6749 section 5.2 defines (contract: Errors 2). */
export function sendOAuthError(reply: FastifyReply, refusal: OAuthError | ProblemError): void {
  const { request } = reply;
  const body: OAuthErrorBody = {
    error: toOAuthCode(refusal),
    // The section allows printable ASCII without quotes and backslashes.
    error_description: toDescription(refusal).replace(/[^\x20-\x7e]|["\\]/g, "'"),
    request_id: request.id,
  };
  if (!(refusal instanceof OAuthError)) {
    reply.headers(refusal.headers);
    if (refusal.allowed) reply.header('Allow', refusal.allowed.join(', '));
  } else if (refusal.status === 401 && challenges(request)) {
    reply.header('WWW-Authenticate', 'Basic realm="partner-events", charset="UTF-8"');
  }
  reply
    .code(refusal.status)
    .header('Service-Request-Id', request.id)
    .header('Cache-Control', 'no-store')
    .header('Pragma', 'no-cache')
    .header('Content-Type', 'application/json')
    .send(Buffer.from(JSON.stringify(body)));
}
