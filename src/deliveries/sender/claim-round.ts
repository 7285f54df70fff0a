import type { Context } from '../../platform/context/context.js';
import { holdWaiting } from '../close-waiting.js';
import { type ClaimedRow, claimFirstAttempts, listSendTargets, supersedeFirstAttempts } from '../sql/first-attempts.js';
import { type Dispatcher, LEASE_MS } from './dispatcher.js';

/** Claimed by one statement: some milliseconds of the database's time. */
const CLAIMED_AT_ONCE = 500;
/** Claimed and not written down in this process altogether: what bounds its memory. */
const CLAIMED_IN_ALL = 5_000;

/**
 * Claims for endpoints that have something waiting and room for more, and hands it to the dispatcher. Endpoints with
 * nothing left to claim are taken out of `hungry`.
 *
 * @returns how many deliveries were claimed.
 */
export async function claimRound(ctx: Context, dispatcher: Dispatcher, hungry: Set<string>): Promise<number> {
  const wanted = roomOf(dispatcher, hungry);
  if (wanted.size === 0) return 0;
  const now = ctx.clock.now();
  const [rows, targets] = await Promise.all([
    claim(ctx, dispatcher, wanted, now),
    listSendTargets(ctx.sql, [...wanted.keys()]),
  ]);
  dispatcher.know(targets);
  const found = new Map<string, number>();
  const stale: string[] = [];
  const closed = new Set<string>();
  const served = new Set<string>();
  let claimed = 0;
  for (const { open, stale: isStale, content, ...row } of rows) {
    found.set(row.endpointId, (found.get(row.endpointId) ?? 0) + 1);
    if (!open) {
      closed.add(row.endpointId);
      continue;
    }
    if (isStale) stale.push(row.id);
    else if (content && dispatcher.take({ ...row, content })) claimed += 1;
    else continue;
    served.add(row.endpointId);
  }
  for (const [id, room] of wanted) {
    // Those that were served go to the end, so that each has its turn when there is more than one statement may claim.
    hungry.delete(id);
    // Of one that was found and not served somebody else has what waits, or it is closed: the next look comes to it.
    if ((found.get(id) ?? 0) >= room && served.has(id)) hungry.add(id);
  }
  dispatcher.start();
  if (stale.length > 0) await supersedeFirstAttempts(ctx.sql, stale, now);
  for (const id of closed) await holdWaiting(ctx, id);
  return claimed + stale.length;
}

/** Whether a round would claim for anybody: one statement takes so many endpoints, and the others their turn in the next. */
export function mayClaim(dispatcher: Dispatcher, hungry: ReadonlySet<string>): boolean {
  return roomOf(dispatcher, hungry).size > 0;
}

/**
 * The oldest of each endpoint first; of one that is merely probed the newest: what it refuses may be the oldest alone,
 * and must not keep everything later from it.
 */
async function claim(
  ctx: Context,
  dispatcher: Dispatcher,
  wanted: ReadonlyMap<string, number>,
  now: Date,
): Promise<ClaimedRow[]> {
  const [probed, usual] = [true, false].map((probing) =>
    [...wanted].filter(([id]) => dispatcher.probes(id) === probing),
  );
  const claims = [
    {
      wanted: new Map(usual),
      after: new Map(usual?.map(([id]) => [id, dispatcher.claimedUpTo(id)])),
      order: 'oldest' as const,
    },
    { wanted: new Map(probed), order: 'newest' as const },
  ].filter((one) => one.wanted.size > 0);
  const found = claims.map((one) => claimFirstAttempts(ctx.sql, { ...one, leaseMs: LEASE_MS, now }));
  return (await Promise.all(found)).flat();
}

/**
 * Shares what one statement may claim: an equal part for each that has room, so that a change for many endpoints is claimed at
 * once. Those beyond come with the next.
 */
function roomOf(dispatcher: Dispatcher, hungry: ReadonlySet<string>): Map<string, number> {
  const rooms = [...hungry].map((id) => ({ id, room: dispatcher.room(id) })).filter(({ room }) => room > 0);
  const wanted = new Map<string, number>();
  let left = Math.min(CLAIMED_AT_ONCE, CLAIMED_IN_ALL - dispatcher.held);
  for (const [index, { id, room }] of rooms.entries()) {
    if (left <= 0) break;
    const part = Math.min(room, Math.ceil(left / (rooms.length - index)));
    wanted.set(id, part);
    left -= part;
  }
  return wanted;
}
