import type { Context } from '../../platform/context/context.js';
import { closeWaiting } from '../close-waiting.js';
import {
  type AttemptKind,
  type Claim,
  type ClaimedRow,
  claimAttempts,
  listSendTargets,
  supersede,
} from '../sql/claims.js';
import type { Dispatcher } from './dispatcher.js';
import { LEASE_MS } from './held-claims.js';

/** Claimed by one statement: some milliseconds of the database's time, fewer where what is new comes in between. */
const CLAIMED_AT_ONCE: Readonly<Record<AttemptKind, number>> = { first: 500, retry: 100 };
/** Claimed and not written down in this process altogether: what bounds its memory. */
const CLAIMED_IN_ALL = 5_000;
/** Retries that nobody has released are sent when they are so late: Temporal is away, or has too much to do. */
const OVERDUE_MS = 15_000;

/** The endpoints that may have more to claim, of each kind. */
export type Backlogged = Readonly<Record<AttemptKind, Set<string>>>;

export const overdueAt = (now: Date) => new Date(now.getTime() - OVERDUE_MS);

/**
 * Claims for endpoints that have something waiting and room for more, and hands it to the dispatcher. Endpoints with
 * nothing left to claim are taken out of `backlogged`.
 *
 * @returns how many deliveries were claimed, and how many of them are retries.
 */
export async function claimRound(
  ctx: Context,
  dispatcher: Dispatcher,
  backlogged: Backlogged,
): Promise<{ claimed: number; retries: number }> {
  const wanted = {
    first: roomOf(dispatcher, 'first', backlogged.first),
    retry: roomOf(dispatcher, 'retry', backlogged.retry),
  };
  const ids = [...new Set([...wanted.first.keys(), ...wanted.retry.keys()])];
  if (ids.length === 0) return { claimed: 0, retries: 0 };
  const now = ctx.clock.now();
  const askedAt = performance.now();
  const [targets, ...claimed] = await Promise.all([
    listSendTargets(ctx.sql, ids),
    ...claimsOf(dispatcher, wanted, now).map((claim) => claimAttempts(ctx.sql, claim)),
  ]);
  dispatcher.updateTargets(targets, askedAt);
  const taken = accept(dispatcher, claimed.flat());
  for (const kind of ['first', 'retry'] as const) {
    for (const [id, room] of wanted[kind]) {
      // Those that were served go to the end, so that each has its turn when there is more than one statement may claim.
      backlogged[kind].delete(id);
      // Of one that was found and not served somebody else has what waits, or it is closed: the next look comes to it.
      const { found = 0, served = 0 } = taken.counts[kind].get(id) ?? {};
      if (found >= room && served > 0) backlogged[kind].add(id);
    }
  }
  dispatcher.start();
  if (taken.stale.length > 0) await supersede(ctx.sql, taken.stale, now);
  for (const id of taken.closed) await closeWaiting(ctx, id, 'held', { dueOnly: true });
  return { claimed: taken.claimed + taken.stale.length, retries: taken.retries };
}

/** Whether a round would claim for anybody: one statement takes so many endpoints, and the others their turn in the next. */
export function mayClaim(dispatcher: Dispatcher, backlogged: Backlogged): boolean {
  return (['first', 'retry'] as const).some((kind) => roomOf(dispatcher, kind, backlogged[kind]).size > 0);
}

/** Hands over what was claimed, in the order of changes, so that a later one of the same event finds those it makes obsolete. */
function accept(dispatcher: Dispatcher, rows: ClaimedRow[]) {
  const counts = { first: new Map<string, Count>(), retry: new Map<string, Count>() };
  const stale: string[] = [];
  const closed = new Set<string>();
  let claimed = 0;
  let retries = 0;
  for (const { open, stale: isStale, content, recalls, ...row } of rows.sort((a, b) => a.changeSeq - b.changeSeq)) {
    const kind = counts[row.attempt === 1 ? 'first' : 'retry'];
    const count = kind.get(row.endpointId) ?? { found: 0, served: 0 };
    kind.set(row.endpointId, count);
    count.found += 1;
    if (!open) {
      closed.add(row.endpointId);
      continue;
    }
    if (isStale) stale.push(row.id);
    else if (content && dispatcher.accept({ ...row, content }, recalls)) {
      claimed += 1;
      if (row.attempt > 1) retries += 1;
    } else continue;
    count.served += 1;
  }
  return { counts, stale, closed, claimed, retries };
}

interface Count {
  found: number;
  served: number;
}

/**
 * The oldest of each endpoint first; of one that is merely probed the newest: what it refuses may be the oldest alone,
 * and must not keep everything later from it.
 */
function claimsOf(dispatcher: Dispatcher, wanted: Record<AttemptKind, Map<string, number>>, now: Date): Claim[] {
  const common = { leaseMs: LEASE_MS, now, overdue: overdueAt(now) };
  const [probed, usual] = [true, false].map(
    (probing) => new Map([...wanted.first].filter(([id]) => dispatcher.isProbing(id) === probing)),
  ) as [Map<string, number>, Map<string, number>];
  const after = (of: ReadonlyMap<string, number>, kind: AttemptKind) =>
    new Map([...of.keys()].map((id) => [id, dispatcher.claimedUpTo(id, kind)]));
  const claims: Claim[] = [
    { ...common, kind: 'first', wanted: usual, after: after(usual, 'first') },
    { ...common, kind: 'first', wanted: probed, newest: true },
    { ...common, kind: 'retry', wanted: wanted.retry, after: after(wanted.retry, 'retry') },
  ];
  return claims.filter((one) => one.wanted.size > 0);
}

/**
 * Shares what one statement may claim: an equal part for each that has room, so that a change for many endpoints is claimed at
 * once. Those beyond come with the next. Retries of many endpoints leave first attempts half of what may be claimed in all.
 */
function roomOf(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): Map<string, number> {
  const rooms = [...backlogged].map((id) => ({ id, room: dispatcher.room(id, kind) })).filter(({ room }) => room > 0);
  const wanted = new Map<string, number>();
  const most = kind === 'first' ? CLAIMED_IN_ALL : CLAIMED_IN_ALL / 2;
  let left = Math.min(CLAIMED_AT_ONCE[kind], most - dispatcher.held);
  for (const [index, { id, room }] of rooms.entries()) {
    if (left <= 0) break;
    const part = Math.min(room, Math.ceil(left / (rooms.length - index)));
    wanted.set(id, part);
    left -= part;
  }
  return wanted;
}
