type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/** A guard against what never comes, not a measure: a busy machine may take ten times as long as a quiet one. */
const MAX_WAIT_MS = 100_000;

/**
 * Asks `condition` until it answers something true, and answers that; an exception counts as "not yet".
 *
 * @param options.timeout in milliseconds; give one only where it is not a guard alone.
 * @throws {Error} when the time is over, with the last exception as its cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: { timeout?: number; interval?: number; what?: string } = {},
): Promise<Truthy<T>> {
  const limit = performance.now() + (options.timeout ?? MAX_WAIT_MS);
  let cause: unknown;
  do {
    try {
      const value = await condition();
      if (value) return value as Truthy<T>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, options.interval ?? 25));
  } while (performance.now() < limit);
  throw new Error(`Waited in vain for ${options.what ?? condition.toString()}`, { cause });
}
