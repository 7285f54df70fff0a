const FIRST_MS = 1_000;
const LONGEST_MS = 30 * 60_000;

/** A subject that fails so often is set aside. With the pauses between them that takes about ten hours. */
export const MAX_ATTEMPTS = 30;

/** How long a subject waits after its nth failure, in milliseconds; null: it is set aside. */
export function delayAfter(failures: number): number | null {
  if (failures >= MAX_ATTEMPTS) return null;
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
