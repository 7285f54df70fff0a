import type { TemporalClient } from '../platform/temporal/client.js';
import { plainPostbackUrl } from './rules/postback-template.js';
import type { WaitingDelivery } from './sql/waiting-deliveries.js';
import { type DeliveryStart, startDelivery } from './start-workflows.js';

/** Concurrent starts; the server's own limit is not much higher. */
const AT_ONCE = 20;

/**
 * Strips a delivery to what may enter Temporal. Whatever the address, it never fails: others wait behind it.
 *
 * @param now by the clock that the next attempt was set by: the gap is counted from the failure.
 */
export function deliveryStart(
  { url, lastOutcome, nextAttemptAt, ...delivery }: WaitingDelivery,
  now: Date,
): DeliveryStart {
  const address = URL.parse(url) ?? URL.parse(plainPostbackUrl(url));
  return {
    ...delivery,
    host: address?.host ?? 'an address that cannot be read',
    failure: lastOutcome,
    waitMs: Math.max(0, nextAttemptAt.getTime() - now.getTime()),
  };
}

/**
 * Starts the workflows of deliveries, some at a time.
 *
 * @param beat called after each, to report progress.
 * @returns how many were not running before.
 */
export async function startDeliveries(
  temporal: TemporalClient,
  deliveries: readonly DeliveryStart[],
  beat: () => void,
): Promise<number> {
  const waiting = deliveries.values();
  let started = 0;
  const work = async () => {
    for (const delivery of waiting) {
      if (await startDelivery(temporal, delivery)) started += 1;
      beat();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return started;
}
