type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Asks `condition` until it answers something true, and answers that; an exception counts as "not yet".
 *
 * @param options.timeout in milliseconds.
 * @throws {Error} when the time is over, with the last exception as its cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: { timeout?: number; interval?: number; what?: string } = {},
): Promise<Truthy<T>> {
  const limit = performance.now() + (options.timeout ?? 15_000);
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
