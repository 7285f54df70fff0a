/**
 * Runs `work` in batches, so that no lock is held long, until it handled fewer rows than given.
 *
 * @param options.isLate asked after each batch: whether the rest is left for another time.
 * @returns all rows handled.
 */
export async function inBatches(
  size: number,
  work: (limit: number) => Promise<number>,
  { isLate }: { isLate?: () => boolean } = {},
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await work(size);
    total += count;
    if (count < size || isLate?.()) return total;
  }
}

/** @returns a function that says whether the given milliseconds have passed since this call. */
export function lateAfter(milliseconds: number): () => boolean {
  const until = performance.now() + milliseconds;
  return () => performance.now() >= until;
}
