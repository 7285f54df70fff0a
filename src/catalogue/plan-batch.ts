import type { EventChange } from '../changes/record-event-changes.js';
import type { Scope } from '../core/coverage.js';
import type { Id } from '../core/ids.js';
import { type WithdrawalStamps, withdrawalStamp } from '../listings/rules/withdrawal-stamps.js';
import type { CountChange } from '../listings/sql/listing-count-changes.js';
import type { CurrentListing, NewListing, PerformerLink, Refreshed } from '../listings/sql/listing-writes.js';
import type { NewWithdrawal } from '../listings/sql/withdrawals.js';
import { cityLabel } from '../platform/places/city-names.js';
import { type BuiltListing, stampListing } from './build-listing.js';

/** Everything one batch writes. */
export interface BatchPlan {
  upserts: NewListing[];
  refreshes: Refreshed[];
  deletes: string[];
  stamps: WithdrawalStamps;
  /** In the order of their `withdrawn_at`. */
  withdrawals: NewWithdrawal[];
  counts: CountChange[];
  relinked: string[];
  links: PerformerLink[];
  words: Set<string>;
  changes: EventChange[];
}

export function emptyPlan(stamps: WithdrawalStamps): BatchPlan {
  const none = { upserts: [], refreshes: [], deletes: [], withdrawals: [], counts: [], relinked: [], links: [] };
  return { stamps, ...none, words: new Set(), changes: [] };
}

/**
 * An event that is shown: new, changed, changed only in its inventory, or unchanged.
 *
 * @param whole rewrite every column, counter and link even if partners see no difference; they are not notified then.
 */
export function planShown(
  plan: BatchPlan,
  built: BuiltListing,
  present: CurrentListing | undefined,
  { whole }: { whole: boolean },
): void {
  const { row } = built;
  const same = present !== undefined && present.contentHash === row.contentHash;
  if (same && !whole) {
    const { doc } = stampListing(built, present.updatedAt);
    plan.refreshes.push({ eventId: row.eventId, dueAt: row.dueAt, doc });
    return;
  }
  const listing = stampListing(built, same ? present.updatedAt : plan.stamps.after);
  const before = present ? toScope(present) : null;
  const after = toScope({ ...row, paying: row.earns !== null });
  plan.upserts.push(listing);
  count(plan, present, -1);
  count(plan, { ...row, paying: row.earns !== null }, 1);
  if (present) plan.relinked.push(row.eventId);
  for (const word of built.words) plan.words.add(word);
  for (const performer of built.performers) plan.links.push({ eventId: row.eventId, performer });
  if (same) return;
  plan.changes.push({
    eventId: row.eventId,
    test: row.test,
    before,
    after,
    statusBefore: present?.status ?? null,
    status: row.status,
    withdrawnAt: before && loses(before, after) ? withdraw(plan, row.eventId, row.test, before) : null,
  });
}

/** An event that is no longer shared, or gone. */
export function planHidden(plan: BatchPlan, present: CurrentListing): void {
  const before = toScope(present);
  plan.deletes.push(present.eventId);
  plan.relinked.push(present.eventId);
  count(plan, present, -1);
  plan.changes.push({
    eventId: present.eventId,
    test: present.test,
    before,
    after: null,
    statusBefore: present.status,
    status: null,
    withdrawnAt: withdraw(plan, present.eventId, present.test, before),
  });
}

function toScope({ country, category, paying }: Scope): Scope {
  return { country, category, paying };
}

/** Whether some agreement that covered the scope does not cover the new one. */
function loses(before: Scope, after: Scope): boolean {
  return before.country !== after.country || before.category !== after.category || (before.paying && !after.paying);
}

/** Returns the `withdrawn_at` that the row will get: see `insertWithdrawals`. */
function withdraw(plan: BatchPlan, eventId: Id<'event'>, test: boolean, scope: Scope): string {
  plan.withdrawals.push({ eventId, test, ...scope });
  return withdrawalStamp(plan.stamps, plan.withdrawals.length);
}

type Counted = Pick<CurrentListing, 'test' | 'upcoming' | 'country' | 'city' | 'cityKey' | 'category' | 'paying'>;

function count(plan: BatchPlan, row: Counted | undefined, by: 1 | -1): void {
  if (!row?.upcoming) return;
  plan.counts.push({
    test: row.test,
    country: row.country ?? '',
    city_key: row.cityKey ?? '',
    city: row.city === null ? '' : cityLabel(row.city, row.country),
    category: row.category ?? '',
    events: by,
    paying_events: row.paying ? by : 0,
  });
}
