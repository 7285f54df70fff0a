import { sealSecret } from '../../adapters/secret-box.js';
import { invalidField } from '../../domain/problems.js';
import { ROTATION_OVERLAP_MS } from '../../domain/webhook-signature.js';
import { replaceSecret } from '../../store/delivery-endpoints.js';
import { recordAction } from '../audit/record-action.js';
import type { Context } from '../context.js';
import { sealingKey } from '../secrets/keys.js';
import { newSecret } from './add-webhook.js';
import { getEndpoint } from './get-endpoint.js';

/**
 * Gives a webhook a new secret; for 24 hours deliveries are signed with the one before as well.
 *
 * @returns the new secret, shown this once, and until when the old one signs.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint, or a postback, which is not signed.
 */
export async function rotateSecret(ctx: Context, id: string): Promise<{ secret: string; previousSecretUntil: Date }> {
  const { kind, companyId } = await getEndpoint(ctx, id);
  if (kind === 'postback') throw invalidField('endpoint', 'is a postback, which is not signed');
  const secret = newSecret();
  const previousSecretUntil = new Date(ctx.clock.now().getTime() + ROTATION_OVERLAP_MS);
  const sealed = sealSecret(sealingKey(ctx), id, secret);
  await ctx.sql.begin(async (tx) => {
    if (!(await replaceSecret(tx, id, sealed, previousSecretUntil))) throw invalidField('endpoint', 'is not known');
    await recordAction(ctx, tx, { action: 'webhook.rotate', objectId: id, companyId });
  });
  return { secret, previousSecretUntil };
}
