import { z } from 'zod';
import { SCOPES } from '../../domain/viewer.js';

/** For the OpenAPI document alone: forms are read by hand, in the words of RFC 6749. */
const SCOPE_LIST = new RegExp(`^(${SCOPES.join('|')})( (${SCOPES.join('|')}))*$`);

const clientCredentials = {
  client_id: z.string().optional().describe('With `client_secret`, unless both are sent as HTTP Basic.'),
  client_secret: z.string().optional(),
};

/** Body of `POST /oauth/token` (contract: POST /oauth/token). */
export const tokenRequest = z
  .object({
    grant_type: z.literal('client_credentials'),
    scope: z
      .string()
      .regex(SCOPE_LIST)
      .optional()
      .describe(`Space-separated, among ${SCOPES.join(', ')}; without it all that the client has.`),
    ...clientCredentials,
  })
  .meta({ id: 'TokenRequest' });

/** Contract: OAuth token answer. */
export const tokenAnswer = z
  .object({
    access_token: z
      .string()
      .regex(/^tt_at_/)
      .describe('Sent as `Authorization: Bearer`.'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds.'),
    scope: z.string().describe('What the token may do, space-separated.'),
  })
  .meta({ id: 'TokenAnswer' });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** Body of `POST /oauth/revoke`. */
export const revokeRequest = z
  .object({
    token: z.string().min(1),
    token_type_hint: z.string().optional().describe('Read past: there is one type.'),
    ...clientCredentials,
  })
  .meta({ id: 'RevokeRequest' });

/** RFC 6749 section 5.2 body of every error under `/oauth/` (contract: Authentication 5). */
export const oauthError = z
  .object({
    error: z
      .string()
      .describe(
        '`invalid_request`, `invalid_client`, `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`; ' +
          '`temporarily_unavailable` and `server_error` where it is not the call that is at fault.',
      ),
    error_description: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'OAuthError' });
export type OAuthErrorBody = z.infer<typeof oauthError>;
