import { invalidField } from '../../domain/problems.js';
import { deleteSubscription } from '../../store/bulk-subscriptions.js';
import type { Context } from '../context.js';

/**
 * Forgets a subscription with its files; a build that is under way ends without one.
 *
 * @throws {ProblemError} `invalid_request` when there is no such subscription.
 */
export async function removeSubscription(ctx: Context, id: string): Promise<void> {
  const paths = await ctx.sql.begin((tx) => deleteSubscription(tx, id));
  if (paths === null) throw invalidField('subscription', `there is no ${id}`);
  for (const path of paths) await ctx.files.remove(path);
}
