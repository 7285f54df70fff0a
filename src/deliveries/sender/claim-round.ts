import type { Context } from '../../platform/context/context.js';
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

/**
 * Attempts that one statement claims. It costs some milliseconds of the database, fewer when first attempts interrupt
 * it.
 */
const CLAIMED_AT_ONCE: Readonly<Record<AttemptKind, number>> = { first: 500, retry: 100 };
/** Claimed and not written down in this process altogether: what bounds its memory. */
const CLAIMED_IN_ALL = 5_000;
/** Retries that are later than this are sent without their release by a workflow: Temporal is down or overloaded. */
const OVERDUE_MS = 15_000;

export const overdueAt = (now: Date) => new Date(now.getTime() - OVERDUE_MS);

/**
 * Claims attempts of a kind for endpoints that have some waiting and room for more, and hands them to the dispatcher. Endpoints with
 * nothing left to claim are taken out of `backlogged`.
 *
 * @returns how many deliveries were claimed.
 */
export async function claimRound(
  ctx: Context,
  dispatcher: Dispatcher,
  kind: AttemptKind,
  backlogged: Set<string>,
): Promise<number> {
  const wanted = roomOf(dispatcher, kind, backlogged);
  if (wanted.size === 0) return 0;
  // An announcement during the statement puts its endpoint back: the statement may have read too early to see it.
  for (const id of wanted.keys()) backlogged.delete(id);
  const now = ctx.clock.now();
  const askedAt = performance.now();
  const [targets, ...claimed] = await Promise.all([
    listSendTargets(ctx.sql, [...wanted.keys()]),
    ...toClaims(dispatcher, kind, wanted, now).map((claim) => claimAttempts(ctx.sql, claim)),
  ]);
  dispatcher.updateTargets(targets, askedAt);
  const { counts, stale, closed, accepted } = accept(dispatcher, claimed.flat());
  for (const [id, room] of wanted) {
    // Served endpoints go to the end. So each has its turn when one statement cannot claim everything. An endpoint that
    // was found and not served is closed, or another worker claimed its attempts. The next look includes it.
    const { found = 0, served = 0 } = counts.get(id) ?? {};
    if (found >= room && served > 0) backlogged.add(id);
  }
  dispatcher.start();
  if (stale.length > 0) await supersede(ctx.sql, stale, now);
  for (const id of closed) dispatcher.holdWaiting(id);
  return accepted + stale.length;
}

/**
 * Whether a round would claim for any endpoint. One statement takes a limited number of endpoints; the next takes the
 * others.
 */
export function mayClaim(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): boolean {
  return roomOf(dispatcher, kind, backlogged).size > 0;
}

/**
 * Hands over the claimed attempts in the order of changes. So a later change of an event finds the earlier ones that it
 * makes obsolete.
 */
function accept(dispatcher: Dispatcher, rows: ClaimedRow[]) {
  const counts = new Map<string, Count>();
  const stale: string[] = [];
  const closed = new Set<string>();
  let accepted = 0;
  for (const { open, stale: isStale, content, recalls, ...row } of rows.sort((a, b) => a.changeSeq - b.changeSeq)) {
    const count = counts.get(row.endpointId) ?? { found: 0, served: 0 };
    counts.set(row.endpointId, count);
    count.found += 1;
    if (!open) {
      closed.add(row.endpointId);
      continue;
    }
    if (isStale) stale.push(row.id);
    else if (content && dispatcher.accept({ ...row, content }, recalls)) accepted += 1;
    else continue;
    count.served += 1;
  }
  return { counts, stale, closed, accepted };
}

interface Count {
  found: number;
  served: number;
}

/**
 * The oldest of each endpoint first. A probed endpoint gets the newest: it may refuse only the oldest, which must not
 * block the later ones.
 */
function toClaims(dispatcher: Dispatcher, kind: AttemptKind, wanted: Map<string, number>, now: Date): Claim[] {
  const common = { kind, leaseMs: LEASE_MS, now, overdue: overdueAt(now) };
  const isProbed = (id: string) => kind === 'first' && dispatcher.isProbing(id);
  const probed = new Map([...wanted].filter(([id]) => isProbed(id)));
  const usual = new Map([...wanted].filter(([id]) => !isProbed(id)));
  const after = new Map([...usual.keys()].map((id) => [id, dispatcher.claimedUpTo(id, kind)]));
  const claims: Claim[] = [
    { ...common, wanted: usual, after },
    { ...common, wanted: probed, newest: true },
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
