import { HOUR, MINUTE } from '../../core/time.js';

/** The contract fixes the delays after failures (delivery rule 2), in milliseconds: no jitter, and `Retry-After` is ignored. */
export const RETRY_DELAYS_MS: readonly number[] = [
  1 * MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** The first attempt and one after each gap. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Milliseconds from the failure of attempt `attempt` (counted from 1) to the next; null when it was the last. */
export function delayAfterFailure(attempt: number): number | null {
  return RETRY_DELAYS_MS[attempt - 1] ?? null;
}

/** A gap in words: `1 minute`, `2 hours`. */
function describeDelay(milliseconds: number): string {
  const [count, unit] = milliseconds % HOUR === 0 ? [milliseconds / HOUR, 'hour'] : [milliseconds / MINUTE, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The gaps in words: `1 minute, 5 minutes, … and 24 hours`. */
export function retryScheduleText(): string {
  const words = RETRY_DELAYS_MS.map(describeDelay);
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
