import { getCompany } from '../companies/get-company.js';
import type { Context } from '../platform/context/context.js';
import { type BulkSubscriptionRow, listSubscriptionRows } from './sql/bulk-subscriptions.js';

/**
 * A company's subscriptions, oldest first.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function listSubscriptions(ctx: Context, company: string): Promise<BulkSubscriptionRow[]> {
  return listSubscriptionRows(ctx.sql, (await getCompany(ctx, company)).id);
}
