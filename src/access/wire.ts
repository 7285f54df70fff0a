import { z } from 'zod';
import { SCOPES } from '../core/viewer.js';
import { field, wholeNumber } from '../core/wire/common.js';

/** Only for the OpenAPI document: forms are parsed by hand, with the errors of RFC 6749. */
const SCOPE_LIST = new RegExp(`^(${SCOPES.join('|')})( (${SCOPES.join('|')}))*$`);

const clientCredentials = {
  client_id: z.string().optional().describe('With `client_secret`, unless both are sent as HTTP Basic.'),
  client_secret: z.string().optional().describe('The secret of the client, unless it is sent as HTTP Basic.'),
};

/** Body of `POST /oauth/token` (contract: POST /oauth/token). */
export const tokenRequest = z
  .object({
    grant_type: z.literal('client_credentials').describe('Always `client_credentials`.'),
    scope: z
      .string()
      .regex(SCOPE_LIST)
      .optional()
      .describe(`Space-separated, among ${SCOPES.join(', ')}; without it all that the client has.`),
    ...clientCredentials,
  })
  .meta({
    id: 'TokenRequest',
    description: 'What to get a token for, and who you are.',
    examples: [
      {
        grant_type: 'client_credentials',
        scope: 'events:read',
        client_id: 'oac_5Bn8Wq2Kx7Vt4Zr9Hm1',
        client_secret: 'the client secret',
      },
    ],
  });

/** Contract: OAuth token answer. */
export const tokenAnswer = z
  .object({
    access_token: z
      .string()
      .regex(/^tt_at_/)
      .describe('Sent as `Authorization: Bearer`.'),
    token_type: z.literal('Bearer').describe('Always `Bearer`.'),
    expires_in: wholeNumber(1).describe('Seconds until the token expires: one hour.'),
    scope: field.text('What the token may do, space-separated.'),
  })
  .meta({ id: 'TokenAnswer', description: 'An access token.' });
export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** Body of `POST /oauth/revoke`. */
export const revokeRequest = z
  .object({
    token: z.string().min(1).describe('The access token to revoke.'),
    token_type_hint: z.string().optional().describe('Ignored: there is only one type.'),
    ...clientCredentials,
  })
  .meta({
    id: 'RevokeRequest',
    description: 'Which token to revoke, and who you are.',
    examples: [
      {
        token: 'tt_at_9mZ4cV7xKq2Lw8Tn5Bd1Rf6Hs3Yj0Pg',
        client_id: 'oac_5Bn8Wq2Kx7Vt4Zr9Hm1',
        client_secret: 'the client secret',
      },
    ],
  });

/** RFC 6749 section 5.2 body of every error under `/oauth/` (contract: Authentication 5). */
export const oauthError = z
  .object({
    error: field.text(
      '`invalid_request`, `invalid_client`, `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`; ' +
        '`temporarily_unavailable` and `server_error` when the fault is ours.',
    ),
    error_description: field.text('What went wrong with this request.'),
    request_id: field.text('Identifier of the request. Quote it to support.'),
  })
  .meta({ id: 'OAuthError', description: 'An error of the OAuth endpoints (RFC 6749).' });
export type OAuthErrorBody = z.infer<typeof oauthError>;
