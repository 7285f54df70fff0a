import { lockCompany } from '../access/sql/companies.js';
import { checkedAgreement } from '../companies/checked-agreement.js';
import { getCompany } from '../companies/get-company.js';
import { newId } from '../core/ids.js';
import { ConflictError, invalidField, noSuch } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { type BulkScope, MAX_BULK_SUBSCRIPTIONS, MAX_DAYS_AHEAD } from './rules/bulk.js';
import {
  type BulkSubscriptionRow,
  countSubscriptions,
  deleteSubscription,
  findSubscriptionRow,
  insertSubscription,
  listSubscriptionRows,
} from './sql/bulk-subscriptions.js';

/**
 * Adds a bulk subscription of a company (contract: GET /bulk/{file}); null means no filter.
 *
 * @param input.company id or name.
 * @throws {ProblemError} `invalid_request` for an unknown company, a malformed list or a sixth subscription.
 */
export async function addSubscription(
  ctx: Context,
  input: { company: string; name?: string } & Partial<BulkScope>,
): Promise<BulkSubscriptionRow> {
  const { id: companyId } = await getCompany(ctx, input.company);
  const row: BulkSubscriptionRow = {
    id: newId('bulkSubscription'),
    companyId,
    name: checkedText('name', input.name ?? '', { min: 0, max: 100 }),
    scope: checkedScope(input),
    createdAt: ctx.clock.now(),
  };
  await ctx.sql.begin(async (tx) => {
    await lockCompany(tx, companyId);
    if ((await countSubscriptions(tx, companyId)) >= MAX_BULK_SUBSCRIPTIONS) {
      const detail = `The company already has ${MAX_BULK_SUBSCRIPTIONS} subscriptions; remove one first.`;
      throw new ConflictError('invalid_request', { detail });
    }
    await insertSubscription(tx, row);
    const details = { name: row.name, ...row.scope };
    await recordAction(ctx, tx, { action: 'subscription.add', objectId: row.id, companyId, details });
  });
  return row;
}

/** Null parts filter nothing. @throws {ProblemError} `invalid_request` for a malformed list or number of days. */
export function checkedScope(input: Partial<BulkScope>): BulkScope {
  const { countries = null, categories = null, payingOnly = false, daysAhead = null } = input;
  if (daysAhead !== null && !(Number.isInteger(daysAhead) && daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
    throw invalidField('days_ahead', `must be a whole number from 1 to ${MAX_DAYS_AHEAD}`);
  }
  return { ...checkedAgreement({ countries, categories, payingOnly }), daysAhead };
}

/** A company's subscriptions, oldest first. @throws {ProblemError} `invalid_request` for an unknown company. */
export async function listSubscriptions(ctx: Context, company: string): Promise<BulkSubscriptionRow[]> {
  return listSubscriptionRows(ctx.sql, (await getCompany(ctx, company)).id);
}

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
