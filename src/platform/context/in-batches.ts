export interface BatchOptions {
  /** Asked after each batch: whether the rest is left for another time. */
  isLate?: () => boolean;
}

/**
 * Runs `work` in batches until one is not full, so that no lock is held long.
 *
 * @param work on up to so many rows; returns on how many.
 * @returns the rows of all batches together.
 */
export async function inBatches(
  size: number,
  work: (limit: number) => Promise<number>,
  { isLate }: BatchOptions = {},
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await work(size);
    total += count;
    if (count < size || isLate?.()) return total;
  }
}

/** Says whether so many milliseconds have gone by since this call. */
export function lateAfter(milliseconds: number): () => boolean {
  const until = performance.now() + milliseconds;
  return () => performance.now() >= until;
}
