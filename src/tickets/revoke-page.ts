import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { replacePage } from './sql/pages.js';

/**
 * Revokes the link to an order's page. Its tickets stay as they are, and its later mails carry no link.
 *
 * @throws {ProblemError} `invalid_request` for an order without tickets.
 */
export async function revokePage(ctx: Context, orderId: string): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    if (!(await replacePage(tx, orderId, null))) throw noSuch('order', orderId);
    await recordAction(ctx, tx, { action: 'tickets.revoke_page', objectId: orderId });
  });
}
