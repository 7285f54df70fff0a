/**
 * Runs `work` in batches until one is not full, so that no lock is held long.
 *
 * @param work on up to so many rows; returns on how many.
 * @param onProgress called after each batch.
 * @returns the rows of all batches together.
 */
export async function inBatches(
  size: number,
  work: (limit: number) => Promise<number>,
  onProgress: () => void = () => {},
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await work(size);
    total += count;
    onProgress();
    if (count < size) return total;
  }
}
