import { TimeoutError } from './errors.js';

/**
 * A signal that aborts when the time is over or another one aborts. `end` must be called, so that nothing is kept.
 *
 * @param outer a signal to obey as well.
 */
export function startDeadline(milliseconds: number, outer?: AbortSignal) {
  const controller = new AbortController();
  const late = () => controller.abort(new TimeoutError(`No complete answer within ${milliseconds} ms.`));
  const timer = setTimeout(late, milliseconds);
  const pass = () => controller.abort(outer?.reason);
  if (outer?.aborted) pass();
  outer?.addEventListener('abort', pass, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', pass);
    },
  };
}

/** Resolves with the promise, or rejects with the signal's reason if that aborts first; the work itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let unlink = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const pass = () => reject(signal.reason);
    if (signal.aborted) pass();
    signal.addEventListener('abort', pass, { once: true });
    unlink = () => signal.removeEventListener('abort', pass);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    unlink();
  }
}

/** Waits, unless the signal aborts first: then it rejects with its reason. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await untilAborted(passed, signal);
  } finally {
    clearTimeout(timer);
  }
}
