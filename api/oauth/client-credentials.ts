import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { OAuthError } from '../../src/access/rules/oauth.js';
import { SECRETS_IN_ADDRESS } from '../http/oauth-errors.js';
import { ParsedQuery } from '../http/query-parser.js';
import { decodeForm } from './form.js';

/** Parameters allowed only in the body (RFC 6749 section 2.3.1): URLs end up in logs. */
const BODY_ONLY = ['client_secret', 'client_assertion', 'token'];

/** The parameters of the call; a call without a body has none. */
export function parseForm(request: FastifyRequest): ReadonlyMap<string, string> {
  const { body, query } = request;
  if (query instanceof ParsedQuery && BODY_ONLY.some((name) => query.values.has(name))) {
    throw new OAuthError('invalid_request', SECRETS_IN_ADDRESS);
  }
  return body instanceof Map ? body : new Map();
}

/** From HTTP Basic or the body. @throws {OAuthError} `invalid_request` for both, `invalid_client` when neither is readable. */
export function clientCredentials(
  request: FastifyRequest,
  form: ReadonlyMap<string, string>,
): { id: string; secret: string } {
  const { authorization } = request.headers;
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  const asserted = form.has('client_assertion') || form.has('client_assertion_type');
  if ([authorization, secret, asserted || undefined].filter((way) => way !== undefined).length > 1) {
    throw new OAuthError('invalid_request', 'The client authenticates in more than one way.');
  }
  if (authorization !== undefined) {
    const basic = readBasic(authorization);
    if (id !== undefined && id !== basic.id) {
      throw new OAuthError('invalid_request', 'client_id differs from the one in the Authorization header.');
    }
    return basic;
  }
  if (asserted) throw new OAuthError('invalid_client', 'Client assertions are not supported; send client_secret.');
  if (id === undefined || secret === undefined) {
    throw new OAuthError('invalid_client', 'Send client_id and client_secret, as HTTP Basic or in the body.');
  }
  return { id, secret };
}

/** Id and secret of `Authorization: Basic`, each form-encoded before they were joined (RFC 6749 section 2.3.1). */
function readBasic(header: string): { id: string; secret: string } {
  const [, token] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header.trim()) ?? [];
  const bytes = Buffer.from(token ?? '', 'base64');
  const text = isUtf8(bytes) ? bytes.toString('utf8') : '';
  const colon = text.indexOf(':');
  const id = decodeForm(text.slice(0, Math.max(0, colon)));
  const secret = decodeForm(text.slice(colon + 1));
  if (colon === -1 || !id || !secret) {
    throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic with an id and a secret.');
  }
  return { id, secret };
}
