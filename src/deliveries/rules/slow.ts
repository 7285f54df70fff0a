import type { Outcome } from '../../core/outcomes.js';

/** An endpoint that takes longer than this, or runs into the deadline, goes to the slow lane … */
const SLOW_MS = 5_000;
/** … for this long after its last slow answer, or until it answers faster than this. */
export const SLOW_FOR_MS = 10 * 60_000;
const QUICK_MS = 2_000;

/** How fast the endpoint was in an attempt. */
export interface AttemptPace {
  outcome: Outcome;
  durationMs: number;
}

/** Whether its endpoint goes to the slow lane, or stays there. */
export function isSlow({ outcome, durationMs }: AttemptPace): boolean {
  return outcome === 'timeout' || durationMs >= SLOW_MS;
}

/** Whether its endpoint may leave the slow lane. */
export function isQuick({ outcome, durationMs }: AttemptPace): boolean {
  return outcome === 'ok' && durationMs < QUICK_MS;
}
