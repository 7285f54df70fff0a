import { invalidField, noSuch } from '../../core/problems.js';
import { oldOneWorks } from '../../core/rotation.js';
import { recordAction } from '../../platform/audit/record-action.js';
import type { Context } from '../../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../../platform/outbox/notify-senders.js';
import { openingKeys, sealingKey } from '../../platform/secrets/keys.js';
import { openSecret, sealSecret } from '../../platform/secrets/secret-box.js';
import { knownEndpoint } from '../known-endpoint.js';
import { type EndpointRef, type OwnedEndpoint, toRef } from '../rules/ref.js';
import { ROTATION_OVERLAP_MS } from '../rules/webhook-signature.js';
import { findEndpoint, replaceSecret } from '../sql/delivery-endpoints.js';
import { newSecret } from './add-endpoint.js';

/**
 * The signing secret of a company's webhook, which its receiver needs. The audit log names the person who reveals it.
 *
 * @returns the secret, and until when the one before also signs.
 * @throws {ProblemError} `invalid_request` for an endpoint that is not the company's, and a postback, which is not
 * signed.
 */
export async function revealSecret(
  ctx: Context,
  owned: OwnedEndpoint,
): Promise<{ secret: string; previousSecretUntil: Date | null }> {
  const { companyId, endpointId } = owned;
  const row = await knownEndpoint(ctx.sql, owned);
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

/**
 * Rotates a webhook's secret: every attempt that begins after this is signed with the new one, and for 24 hours also with the
 * previous one.
 *
 * @param options.again also while the secret before the last rotation still signs; it stops at once, and a receiver
 * that has not changed over rejects everything from then on.
 * @returns the new secret, shown only now, and until when the old one signs.
 * @throws {ProblemError} `invalid_request` for an unknown endpoint, and a postback, which is not signed; `rotated_already` for a rotation
 * too soon.
 */
export async function rotateSecret(
  ctx: Context,
  named: EndpointRef,
  { again = false }: { again?: boolean } = {},
): Promise<{ secret: string; previousSecretUntil: Date }> {
  const { id, kind, companyId } = await knownEndpoint(ctx.sql, named);
  if (kind === 'postback') throw invalidField('endpoint', 'is a postback, which is not signed');
  const secret = newSecret();
  const now = ctx.clock.now();
  const previousSecretUntil = new Date(now.getTime() + ROTATION_OVERLAP_MS);
  const sealed = sealSecret(sealingKey(ctx), id, secret);
  await ctx.sql.begin(async (tx) => {
    if (!(await replaceSecret(tx, named, { sealed, overlapUntil: previousSecretUntil, now, again }))) {
      const until = (await findEndpoint(tx, id))?.previousSecretUntil;
      if (!until) throw noSuch('endpoint', toRef(named).id);
      throw oldOneWorks('secret', until);
    }
    await recordAction(ctx, tx, { action: 'webhook.rotate', objectId: id, companyId });
    await notifySenders(tx);
  });
  await waitForSenderPermissions();
  return { secret, previousSecretUntil };
}
