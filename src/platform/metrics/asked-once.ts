import { setTimeout as pause } from 'node:timers/promises';

/** Caches an expensive reading for all callers. @returns the last one; null: it failed or took longer than `deadlineMs`. */
export function askedOnce<T>(
  read: () => Promise<T>,
  { keepMs, deadlineMs }: { keepMs: number; deadlineMs: number },
): () => Promise<T | null> {
  let asked: { at: number; answer: Promise<T | null> } | null = null;
  let under: Promise<unknown> | null = null;

  return async () => {
    const now = performance.now();
    // A new call does not wait for a stuck one.
    if (!asked || (now - asked.at > keepMs && !under)) {
      const answer = read().catch(() => null);
      const own = answer.finally(() => {
        if (under === own) under = null;
      });
      under = own;
      asked = { at: now, answer };
    }
    return Promise.race([asked.answer, pause(deadlineMs, null, { ref: false })]);
  };
}
