import type { Context } from '../../platform/context/context.js';
import { type AttemptKind, shareClaims } from '../rules/fairness.js';
import { type Claim, type ClaimedRow, claimAttempts, listSendTargets, supersede } from '../sql/claims.js';
import type { Dispatcher } from './dispatcher.js';

/**
 * How long a claim holds: up to seven seconds until its attempt begins, ten for the attempt, and three to write the
 * outcome. The attempts of a killed worker are sent again after this time.
 */
const CLAIM_MS = 20_000;
/** Retries that are later than this are sent without their release by a workflow: Temporal is down or overloaded. */
const OVERDUE_MS = 15_000;

export const overdueAt = (now: Date) => new Date(now.getTime() - OVERDUE_MS);

/**
 * Claims attempts of a kind for endpoints that have some waiting and room for more, and hands them to the dispatcher. Endpoints with
 * nothing left to claim are taken out of `backlogged`.
 *
 * @returns how many deliveries were claimed, and the endpoints whose waiting deliveries must be held: they are closed.
 */
export async function claimRound(
  ctx: Context,
  dispatcher: Dispatcher,
  kind: AttemptKind,
  backlogged: Set<string>,
): Promise<{ claimed: number; closed: ReadonlySet<string> }> {
  const wanted = shareOf(dispatcher, kind, backlogged);
  if (wanted.size === 0) return { claimed: 0, closed: new Set() };
  // An announcement during the statement puts its endpoint back: the statement may have read too early to see it.
  for (const id of wanted.keys()) backlogged.delete(id);
  const now = ctx.clock.now();
  const askedAt = performance.now();
  const [targets, ...claimed] = await Promise.all([
    listSendTargets(ctx.sql, [...wanted.keys()]),
    ...toClaims(dispatcher, kind, wanted, now).map((claim) => claimAttempts(ctx.sql, claim)),
  ]);
  dispatcher.updateTargets(targets, askedAt);
  const { counts, stale, closed, accepted } = accept(dispatcher, claimed.flat(), askedAt);
  for (const [id, room] of wanted) {
    // Served endpoints go to the end. So each has its turn when one statement cannot claim everything. An endpoint that
    // was found and not served is closed, or another worker claimed its attempts. The next look includes it.
    const { found = 0, served = 0 } = counts.get(id) ?? {};
    if (found >= room && served > 0) backlogged.add(id);
  }
  dispatcher.start();
  if (stale.length > 0) await supersede(ctx.sql, stale, now);
  return { claimed: accepted + stale.length, closed };
}

/**
 * Whether a round would claim for any endpoint. One statement takes a limited number of endpoints; the next takes the
 * others.
 */
export function mayClaim(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): boolean {
  return shareOf(dispatcher, kind, backlogged).size > 0;
}

/**
 * Hands over the claimed attempts in the order of changes. So a later change of an event finds the earlier ones that it
 * makes obsolete.
 */
function accept(dispatcher: Dispatcher, rows: ClaimedRow[], claimedAt: number) {
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
    else if (content && dispatcher.accept({ ...row, content, claimedAt }, recalls)) accepted += 1;
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
  const common = { kind, leaseMs: CLAIM_MS, now, overdue: overdueAt(now) };
  const isProbed = (id: string) => kind === 'first' && dispatcher.isProbed(id);
  const probed = new Map([...wanted].filter(([id]) => isProbed(id)));
  const usual = new Map([...wanted].filter(([id]) => !isProbed(id)));
  const claims: Claim[] = [
    { ...common, wanted: usual },
    { ...common, wanted: probed, newest: true },
  ];
  return claims.filter((one) => one.wanted.size > 0);
}

/** @returns how many attempts of a kind the next statement claims, by endpoint. */
function shareOf(dispatcher: Dispatcher, kind: AttemptKind, backlogged: ReadonlySet<string>): Map<string, number> {
  const rooms = [...backlogged].map((id) => [id, dispatcher.room(id, kind)] as const);
  return shareClaims(kind, rooms, dispatcher.held);
}
