/** If so many fail, the cause is not the items. */
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

/**
 * Does the steps one after another; a step that fails does not stop the next.
 *
 * @throws the failure when all are done, or all of them in an {@link AggregateError}.
 */
export async function runAllSettled(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 1)
    throw new AggregateError(failures, failures.map((failure) => (failure as Error).message).join('; '));
  if (failures.length === 1) throw failures[0];
}
