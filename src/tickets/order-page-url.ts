import type { Context } from '../platform/context/context.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret } from '../platform/secrets/secret-box.js';
import { findPageToken } from './sql/pages.js';

/** The link to an order's page, which every mail of the order carries; null while it has none. */
export async function orderPageUrl(ctx: Context, orderId: string): Promise<string | null> {
  const box = await findPageToken(ctx.sql, orderId);
  if (!box) return null;
  const { secret } = openSecret(openingKeys(ctx), { field: 'order_pages.token', owner: orderId }, box);
  return `${ctx.config.origin}/tickets/${secret}`;
}
