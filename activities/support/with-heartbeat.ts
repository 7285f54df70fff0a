import { heartbeat } from '@temporalio/activity';

/**
 * Reports every few seconds while work goes on that does not report by itself.
 *
 * @param every in milliseconds.
 */
export async function withHeartbeat<T>(work: () => Promise<T>, every = 5_000): Promise<T> {
  const timer = setInterval(heartbeat, every);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
