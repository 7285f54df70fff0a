import { invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret } from '../platform/secrets/secret-box.js';
import type { OwnedEndpoint } from './rules/ref.js';
import { findEndpoint } from './sql/delivery-endpoints.js';

/**
 * The signing secret of a company's webhook, which its receiver needs. Whoever reveals it stands in the audit log.
 *
 * @returns the secret, and until when the one before also signs.
 * @throws {ProblemError} `invalid_request` for an endpoint that is not the company's, and a postback, which is not signed.
 */
export async function revealSecret(
  ctx: Context,
  owned: OwnedEndpoint,
): Promise<{ secret: string; previousSecretUntil: Date | null }> {
  const { companyId, endpointId } = owned;
  const row = await findEndpoint(ctx.sql, owned);
  if (!row) throw noSuch('endpoint', endpointId);
  if (row.secret === null) throw invalidField('endpoint', 'is a postback, which is not signed');
  const { secret } = openSecret(
    openingKeys(ctx),
    { field: 'delivery_endpoints.secret', owner: endpointId },
    row.secret,
  );
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'webhook.reveal', objectId: endpointId, companyId }));
  const until = row.previousSecretUntil;
  return { secret, previousSecretUntil: until !== null && until > ctx.clock.now() ? until : null };
}
