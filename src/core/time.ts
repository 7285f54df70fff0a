/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `YYYY-MM-DD`, in UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
