import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { deleteSubscription, findSubscriptionRow } from './sql/bulk-subscriptions.js';

/**
 * Deletes a subscription with its files; a build in progress ends without a file.
 *
 * @param owner whose it must be; null: an operator removes any company's.
 * @throws {ProblemError} `invalid_request` when there is no such subscription.
 */
export async function removeSubscription(ctx: Context, id: string, owner: string | null = null): Promise<void> {
  const paths = await ctx.sql.begin(async (tx) => {
    const subscription = await findSubscriptionRow(tx, id, owner);
    const deleted = subscription && (await deleteSubscription(tx, subscription));
    if (!deleted) throw noSuch('subscription', id);
    const { companyId } = subscription;
    await recordAction(ctx, tx, { action: 'subscription.remove', objectId: id, companyId });
    return deleted;
  });
  for (const path of paths) await ctx.files.remove(path);
}
