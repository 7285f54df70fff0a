/** An endpoint that takes longer than this, or runs into the deadline, goes to the slow lane … */
export const SLOW_MS = 5_000;
/** … for this long after its last slow answer, or until it answers faster than this. */
export const SLOW_FOR_MS = 10 * 60_000;
export const QUICK_MS = 2_000;
