import { heartbeat } from '@temporalio/activity';

/**
 * Sends a heartbeat every few seconds during work that sends none itself.
 *
 * @param options.every in milliseconds; 5 seconds when absent.
 * @param options.details read for each heartbeat, and shown to operators.
 */
export async function withHeartbeat<T>(
  work: () => Promise<T>,
  { every = 5_000, details }: { every?: number; details?: () => unknown } = {},
): Promise<T> {
  const timer = setInterval(() => heartbeat(details?.()), every);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
