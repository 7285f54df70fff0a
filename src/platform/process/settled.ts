/** If this many fail, the cause is not the items. */
const GIVE_UP_AFTER = 20;

/**
 * Does the work for each item, and goes on after failures, but not after twenty of them. The order is random, so that twenty items that
 * always fail do not hide the others.
 *
 * @throws the first failure, when the others are done.
 */
export async function forEachSettled<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  const order = items.map((item) => ({ item, at: Math.random() })).sort((a, b) => a.at - b.at);
  for (const { item } of order) {
    await work(item).catch((error: unknown) => failures.push(error));
    if (failures.length >= GIVE_UP_AFTER) break;
  }
  if (failures.length > 0) throw failures[0];
}
