import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { deleteSubscription, findSubscriptionRow } from './sql/bulk-subscriptions.js';

/**
 * Deletes a subscription with its files; a build in progress ends without a file.
 *
 * @throws {ProblemError} `invalid_request` when there is no such subscription.
 */
export async function removeSubscription(ctx: Context, id: string): Promise<void> {
  const paths = await ctx.sql.begin(async (tx) => {
    const subscription = await findSubscriptionRow(tx, id);
    const deleted = subscription && (await deleteSubscription(tx, id));
    if (!deleted) throw invalidField('subscription', `there is no ${id}`);
    const { companyId } = subscription;
    await recordAction(ctx, tx, { action: 'subscription.remove', objectId: id, companyId });
    return deleted;
  });
  for (const path of paths) await ctx.files.remove(path);
}
