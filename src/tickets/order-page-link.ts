import type { Id } from '../core/ids.js';
import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret } from '../platform/secrets/secret-box.js';
import { findPageToken, replacePage } from './sql/pages.js';

/** The link to an order's page, which every mail of the order carries; null while it has none. */
export async function orderPageUrl(ctx: Context, orderId: Id<'order'>): Promise<string | null> {
  const box = await findPageToken(ctx.sql, orderId);
  if (!box) return null;
  const { secret } = openSecret(openingKeys(ctx), { field: 'order_pages.token', owner: orderId }, box);
  return `${ctx.config.origin}/tickets/${secret}`;
}

/** Its tickets stay valid; later mails carry no link. @throws {ProblemError} `invalid_request` for an order without tickets. */
export async function revokePage(ctx: Context, orderId: Id<'order'>): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    if (!(await replacePage(tx, orderId, null))) throw noSuch('order', orderId);
    await recordAction(ctx, tx, { action: 'tickets.revoke_page', objectId: orderId });
  });
}
