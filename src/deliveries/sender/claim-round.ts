import type { Context } from '../../platform/context/context.js';
import { type AttemptKind, shareClaims } from '../rules/fairness.js';
import { claimAttempts, listSendTargets } from '../sql/claims.js';
import type { Dispatcher } from './dispatcher.js';

/**
 * How long a claim holds: up to seven seconds until its attempt begins, ten for the attempt, and three to write the
 * outcome. The attempts of a killed worker are sent again after this time.
 */
const CLAIM_MS = 20_000;

/**
 * Claims attempts of a kind for endpoints that have some waiting and room for more, and hands them to the dispatcher.
 * Endpoints with nothing left to claim are taken out of `backlogged`.
 *
 * @returns how many deliveries were claimed, and the endpoints whose waiting deliveries must be parked: they are closed.
 */
export async function claimRound(
  ctx: Context,
  dispatcher: Dispatcher,
  kind: AttemptKind,
  backlogged: Set<string>,
): Promise<{ claimed: number; closed: ReadonlySet<string> }> {
  const wanted = shareOf(dispatcher, kind, backlogged);
  const closed = new Set<string>();
  if (wanted.size === 0) return { claimed: 0, closed };
  // An announcement during the statement puts its endpoint back: the statement may have read too early to see it.
  for (const id of wanted.keys()) backlogged.delete(id);
  const askedAt = performance.now();
  const [targets, rows] = await Promise.all([
    listSendTargets(ctx.sql, [...wanted.keys()]),
    claimAttempts(ctx.sql, { kind, wanted, leaseMs: CLAIM_MS, now: ctx.clock.now() }),
  ]);
  dispatcher.updateTargets(targets, askedAt);
  let claimed = 0;
  const found = new Map<string, number>();
  const served = new Set<string>();
  // In the order of changes: a later change of an event finds the earlier ones that it makes obsolete.
  for (const { open, stale, content, recalls, ...row } of rows) {
    const { endpointId } = row;
    found.set(endpointId, (found.get(endpointId) ?? 0) + 1);
    if (!open) closed.add(endpointId);
    else if (stale || (content && dispatcher.accept({ ...row, content, claimedAt: askedAt }, recalls))) {
      claimed += 1;
      served.add(endpointId);
    }
  }
  // Served endpoints go to the end. So each has its turn when one statement cannot claim everything. An endpoint that
  // was found and not served is closed, or another worker claimed its attempts. The next look includes it.
  for (const [id, room] of wanted) if (served.has(id) && (found.get(id) ?? 0) >= room) backlogged.add(id);
  dispatcher.start();
  return { claimed, closed };
}

/**
 * Whether a round would claim for any endpoint. One statement takes a limited number of endpoints; the next takes the
 * others.
 */
export function mayClaim(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): boolean {
  return shareOf(dispatcher, kind, backlogged).size > 0;
}

/** @returns how many attempts of a kind the next statement claims, by endpoint. */
function shareOf(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): Map<string, number> {
  const rooms = [...backlogged].map((id) => [id, dispatcher.room(id, kind)] as const);
  return shareClaims(kind, rooms, dispatcher.claimCount);
}
