/** An endpoint may fail so many times in a row; then one first attempt is made every so often, until one succeeds. */
export const FAILURES_IN_A_ROW = 100;
export const PROBE_EVERY_MS = 5_000;
