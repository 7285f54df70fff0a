import type { LightMyRequestResponse } from 'fastify';
import type { App } from '../../../api/http/access.js';
import { type CreateClientInput, type CreatedClient, createClient } from '../../../src/access/oauth-clients.js';
import { authenticateClient, issueToken } from '../../../src/access/oauth-tokens.js';
import type { OAuthErrorCode } from '../../../src/access/rules/oauth.js';
import { oauthError } from '../../../src/access/wire.js';
import type { TestApi } from '../api.js';

/** Another client of the API's company. */
export function newClient(api: TestApi, input: Omit<CreateClientInput, 'companyId'>): Promise<CreatedClient> {
  return createClient(api.ctx, { companyId: api.companyId, ...input });
}

export function basic({ id, secret }: { id: string; secret: string }): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** Posts a written form, or fields to encode as a form. */
export function postForm(
  app: App,
  url: string,
  form: string | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url, payload, headers: { ...type, ...headers } });
}

/** A token for a client, by default with all its scopes; without the endpoint and its limit. */
export async function tokenOf({ ctx }: TestApi, client: CreatedClient, scope?: string): Promise<{ key: string }> {
  const known = await authenticateClient(ctx, client);
  return { key: (await issueToken(ctx, { client: known, scope })).accessToken };
}

/** Checks that an answer is a complete RFC 6749 error, kept nowhere, and gives its body. */
export function expectOAuthError(
  answer: LightMyRequestResponse,
  status: number,
  error: OAuthErrorCode | 'temporarily_unavailable' | 'server_error',
) {
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({ status, body: { error } });
  const body = oauthError.strict().parse(answer.json());
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(body.request_id).toBe(answer.headers['service-request-id']);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  return body;
}
