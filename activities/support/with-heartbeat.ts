import { heartbeat } from '@temporalio/activity';

/**
 * Sends a heartbeat every few seconds during work that sends none itself.
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
