import type { Outcome } from '../../core/outcomes.js';

/**
 * The rules by which senders share their time among endpoints, as pure functions. All times are milliseconds of the
 * monotonic clock. docs/deliveries.md has the table of the rules.
 */

/** First attempts go in the order of changes as soon as there is room, retries when they are due. */
export type AttemptKind = 'first' | 'retry';
type PerKind = Readonly<Record<AttemptKind, number>>;

/** Slow endpoints are sent to in a lane of their own, so that they delay no others. */
export type Lane = 'fast' | 'slow';

/** The limit of attempts under way at one endpoint at the same time, across all workers: a guarantee to receivers. */
export const PLACES = 8;

/** The health of an endpoint, from the attempts of this process. */
export interface Health {
  lane: Lane;
  /** A moving average of how long its attempts take. */
  typicalMs: number;
  /** How many attempts failed in a row. */
  failures: number;
  /** When the next first attempt may begin while it is probed. */
  probeAt: number;
}

export const UNKNOWN_HEALTH: Health = { lane: 'fast', typicalMs: 1_000, failures: 0, probeAt: 0 };

/** An endpoint that takes longer than this, or runs into the deadline, goes to the slow lane … */
const SLOW_MS = 5_000;
/** … for this long after its last slow answer, or until it answers faster than this. */
export const SLOW_FOR_MS = 10 * 60_000;
const QUICK_MS = 2_000;

interface Ended {
  outcome: Outcome;
  durationMs: number;
}

/** @returns the lane to which an attempt moves its endpoint; null: it stays where it is. */
export function laneAfter({ outcome, durationMs }: Ended): Lane | null {
  if (outcome === 'timeout' || durationMs >= SLOW_MS) return 'slow';
  return outcome === 'ok' && durationMs < QUICK_MS ? 'fast' : null;
}

/** After this many failures in a row, first attempts become probes: a single one after each pause, until one succeeds. */
export const FAILURES_IN_A_ROW = 100;
export const PROBE_EVERY_MS = 5_000;

export const isProbed = ({ failures }: Health) => failures >= FAILURES_IN_A_ROW;

/** @returns how many first attempts may be under way at an endpoint. */
function firstPlaces(health: Health, now: number): number {
  if (!isProbed(health)) return PLACES;
  return now >= health.probeAt ? 1 : 0;
}

/** @returns the health of an endpoint after an attempt at it. */
export function healthAfter(health: Health, kind: AttemptKind, { outcome, durationMs }: Ended, now: number): Health {
  const after = {
    ...health,
    typicalMs: health.typicalMs + (durationMs - health.typicalMs) / 4,
    failures: outcome === 'ok' ? 0 : health.failures + 1,
  };
  return isProbed(after) && kind === 'first' ? { ...after, probeAt: now + PROBE_EVERY_MS } : after;
}

/** Claimed beyond the attempts under way, so that a receiver that answers quickly never waits for the next claim. */
const MOST_AHEAD = 64;

/**
 * @returns how many attempts to claim ahead for an endpoint: the number that it takes in a second, and none in the slow
 * lane.
 */
function wantedAhead({ lane, typicalMs }: Health): number {
  return lane === 'slow' ? 0 : Math.min(MOST_AHEAD, Math.floor((PLACES * 1_000) / typicalMs));
}

export interface Load {
  ahead: PerKind;
  underWay: PerKind;
}

/** @returns how many more attempts of a kind to claim for an endpoint; 0 also while half of the wanted ones are at hand. */
export function roomToClaim(kind: AttemptKind, health: Health, { ahead, underWay }: Load, now: number): number {
  if (kind === 'first' && isProbed(health)) {
    return Math.max(0, firstPlaces(health, now) - underWay.first - ahead.first);
  }
  const wanted = wantedAhead(health);
  if (ahead[kind] > wanted / 2) return 0;
  return Math.max(0, PLACES + wanted - underWay.first - underWay.retry - ahead[kind]);
}

/** Where both kinds wait at an endpoint, one attempt in this many is a retry. */
const RETRY_EVERY = 4;

/**
 * @param places how many attempts may be under way at this endpoint.
 * @param firsts how many first attempts began since its last retry.
 * @returns the kind of the next attempt; null when none may begin.
 */
export function kindInTurn(
  health: Health,
  { ahead, underWay }: Load,
  { places, firsts, now }: { places: number; firsts: number; now: number },
): AttemptKind | null {
  if (underWay.first + underWay.retry >= places) return null;
  const mayFirst = ahead.first > 0 && underWay.first < firstPlaces(health, now);
  if (ahead.retry > 0 && (!mayFirst || firsts >= RETRY_EVERY - 1)) return 'retry';
  return mayFirst ? 'first' : null;
}

/** A claim that has waited for this long is released: its endpoint is silent, or this worker has too much to do. */
const LONGEST_WAIT_MS = 5_000;

/** @param waitedMs of the oldest claimed attempt. @returns kinds of claimed attempts that an endpoint does not need now. */
export function surplusKinds(health: Health, waitedMs: number): readonly AttemptKind[] {
  if (health.lane === 'slow' || waitedMs > LONGEST_WAIT_MS) return ['first', 'retry'];
  return isProbed(health) ? ['first'] : [];
}

/** Attempts a second at one endpoint at most, so that its backlog leaves others the machine, … */
export const MAX_PER_SECOND = 200;
/** … and this many at once after a pause. */
const BURST = 100;

/** How many attempts may begin at an endpoint, and when that was so. */
export interface Allowance {
  left: number;
  at: number;
}

export const fullAllowance = (now: number): Allowance => ({ left: BURST, at: now });

export function refilled({ left, at }: Allowance, now: number): Allowance {
  return { left: Math.min(BURST, left + ((now - at) * MAX_PER_SECOND) / 1_000), at: now };
}

/** What one statement claims. It costs some milliseconds of the database, fewer where first attempts wait for it. */
const CLAIMED_AT_ONCE: PerKind = { first: 500, retry: 100 };
/** Claimed and not written in one process: what bounds its memory. Retries leave first attempts half of it. */
const CLAIMED_IN_ALL: PerKind = { first: 5_000, retry: 2_500 };

/**
 * Shares one statement among the endpoints that have room, in equal parts, so that a change for many endpoints is
 * claimed at once. Endpoints that get nothing have their turn in the next.
 *
 * @param claimCount how many claims the process has.
 */
export function shareClaims(
  kind: AttemptKind,
  rooms: readonly (readonly [endpointId: string, room: number])[],
  claimCount: number,
): Map<string, number> {
  const withRoom = rooms.filter(([, room]) => room > 0);
  const shares = new Map<string, number>();
  let left = Math.min(CLAIMED_AT_ONCE[kind], CLAIMED_IN_ALL[kind] - claimCount);
  for (const [index, [id, room]] of withRoom.entries()) {
    if (left <= 0) break;
    const share = Math.min(room, Math.ceil(left / (withRoom.length - index)));
    shares.set(id, share);
    left -= share;
  }
  return shares;
}

/** A first attempt that begins this long after it was due is late, though its endpoint was idle: a worker is overloaded. */
const LATE_MS = 1_000;
/** While first attempts are late, and for this long after the last late one, retries are delayed. */
const LATE_FOR_MS = 5_000;

/** @param waitedMs of a first attempt at a healthy endpoint without other attempts. @returns until when retries are delayed. */
export function lateUntilAfter(waitedMs: number, now: number): number {
  return waitedMs > LATE_MS ? now + LATE_FOR_MS : 0;
}

/**
 * Retries leave the thread to first attempts: they use a share of its time at most. While other work keeps it busy, they
 * wait at most `longestPauseMs`. While first attempts are late, 100 retries follow each other after `latePauseMs`.
 */
export const RETRY_PACE = { busyShare: 0.43, longestPauseMs: 200, latePauseMs: 1_000 };

/** @param restedAt when retries might be claimed before another `busyMs`. @returns when they may be claimed again. */
export function restedAfter(
  restedAt: number,
  busyMs: number,
  { now, isLate }: { now: number; isLate: boolean },
  pace = RETRY_PACE,
): number {
  if (isLate) return now + pace.latePauseMs;
  return Math.min(Math.max(restedAt + busyMs / pace.busyShare, now), now + pace.longestPauseMs);
}
