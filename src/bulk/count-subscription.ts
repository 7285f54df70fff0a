import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { UNLIMITED_AGREEMENT } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type BulkScope, lastDay, narrowScope } from './rules/bulk.js';
import { type LastFileRow, listLastFiles } from './sql/bulk-files.js';
import { countCovered } from './sql/bulk-subscriptions.js';
import { checkedScope } from './subscriptions.js';

export interface SubscriptionCount {
  /** Upcoming events in a full file of now. */
  covered: number;
  /** Values that it names and the agreement does not cover. */
  narrowedAway: number;
}

/** Upcoming events that a subscription covers, or would. @throws {ProblemError} `invalid_request` for malformed parts. */
export async function countSubscription(
  ctx: Context,
  input: { companyId: Id<'company'>; mode: Mode } & Partial<BulkScope>,
): Promise<SubscriptionCount> {
  const { mode } = input;
  const named = checkedScope(input);
  // Sandbox data is the same for everybody.
  const agreement = mode === 'test' ? UNLIMITED_AGREEMENT : (await getCompany(ctx, input.companyId)).agreement;
  const narrowed = narrowScope(agreement, named);
  const counts = await countCovered(ctx.reads, {
    test: mode === 'test',
    named,
    narrowed,
    lastDay: lastDay(named, ctx.clock.now()),
  });
  return { covered: counts.covered, narrowedAway: counts.named - counts.covered };
}

/** The newest file of each of a company's subscriptions, by the subscription's id. */
export async function lastFiles(ctx: Context, companyId: Id<'company'>, mode: Mode): Promise<Map<string, LastFileRow>> {
  return new Map((await listLastFiles(ctx.sql, companyId, mode)).map((row) => [row.subscriptionId, row]));
}
