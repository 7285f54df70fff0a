import { HOUR, MINUTE } from '../../core/time.js';

/**
 * The published schedule (contract: Events, delivery rule 2): how long after a failed attempt the next one follows, in
 * milliseconds. The contract fixes it: no jitter, and `Retry-After` is ignored.
 */
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
export function retryScheduleWords(): string {
  const words = RETRY_DELAYS_MS.map(describeDelay);
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The schedule as a Markdown table for the partner guide; a test compares the two. */
export function retryScheduleTable(): string {
  const rows = RETRY_DELAYS_MS.map((delay, index) => {
    const waited = RETRY_DELAYS_MS.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0);
    return `| ${index + 2} | ${describeDelay(delay)} | ${describeElapsed(waited)} |`;
  });
  return [
    '| Attempt | Waits after the failure before it | Waited in all |',
    '|---|---|---|',
    '| 1 | at once | – |',
    ...rows,
  ].join('\n');
}

function describeElapsed(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR);
  const minutes = Math.round((milliseconds % HOUR) / MINUTE);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}
