import { TimeoutError } from './errors.js';

/** A signal that aborts when the time is over or another one aborts. */
export interface Deadline {
  signal: AbortSignal;
  /** No more time is measured; other signals are still obeyed. */
  stop(): void;
  /** Nothing is obeyed any more. */
  end(): void;
}

/** @param outer signals to obey as well. */
export function startDeadline(milliseconds: number, outer: readonly (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new TimeoutError(`No complete answer within ${milliseconds} ms.`));
  const timer = setTimeout(late, milliseconds);
  const links = outer.flatMap((signal) => {
    if (!signal) return [];
    const pass = () => controller.abort(signal.reason);
    if (signal.aborted) pass();
    signal.addEventListener('abort', pass, { once: true });
    return [() => signal.removeEventListener('abort', pass)];
  });
  return {
    signal: controller.signal,
    stop: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      for (const unlink of links) unlink();
    },
  };
}

/** Resolves with the promise, or rejects with a signal's reason if that aborts first; the work itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  const links: (() => void)[] = [];
  const aborted = new Promise<never>((_resolve, reject) => {
    for (const signal of signals) {
      if (!signal) continue;
      const pass = () => reject(signal.reason);
      if (signal.aborted) pass();
      signal.addEventListener('abort', pass, { once: true });
      links.push(() => signal.removeEventListener('abort', pass));
    }
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    for (const unlink of links) unlink();
  }
}

/** Waits, unless a signal aborts first: then it rejects with its reason. */
export async function sleep(milliseconds: number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await untilAborted(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))), signals);
  } finally {
    clearTimeout(timer);
  }
}
