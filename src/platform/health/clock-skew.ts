import type { Clock } from '../../core/clock.js';
import { CLOCK_SEEN_MS } from '../clock/database-clock.js';
import type { Context } from '../context/context.js';

/** From here on it is logged, and an alert fires. */
const NOTICEABLE_MS = 2_000;
/** From here on the process takes no work: certificates, signatures and logs of this machine are wrong too. */
const TOO_FAR_MS = 30_000;

/** Says that this machine's clock differs too much from the database's, or that the difference is not known; null: neither. */
export function clockObstacle(clock: Clock): string | null {
  const skewMs = clock.skewMs ? clock.skewMs() : 0;
  if (skewMs === undefined) return "The database's clock has not been read yet.";
  return Math.abs(skewMs) > TOO_FAR_MS ? sentence(skewMs) : null;
}

/**
 * Compares this machine's clock with the database's from now on, and writes to the log beyond 2 seconds.
 *
 * @returns `tooFar` rejects beyond 30 seconds, for a process that must end then; `stop` ends the comparison.
 */
export function watchClock(ctx: Context): { tooFar: Promise<never>; stop(): void } {
  let fail: (error: Error) => void;
  const tooFar = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // The caller that awaits it gets the rejection. Until then an unhandled rejection must not end the process.
  tooFar.catch(() => {});
  const timer = setInterval(() => {
    const skewMs = ctx.clock.skewMs?.() ?? 0;
    if (Math.abs(skewMs) <= NOTICEABLE_MS) return;
    ctx.foldedLog.log('warn', 'clock skew', { event: 'clock_skewed', skewMs: Math.round(skewMs) }, sentence(skewMs));
    const obstacle = clockObstacle(ctx.clock);
    if (obstacle) fail(new Error(obstacle));
  }, CLOCK_SEEN_MS).unref();
  return { tooFar, stop: () => clearInterval(timer) };
}

function sentence(skewMs: number): string {
  const seconds = Math.abs(skewMs / 1_000).toFixed(1);
  return `The clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's. Correct it, for example with NTP.`;
}
