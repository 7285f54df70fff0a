import type { TemporalClient } from '../platform/temporal/client.js';
import { plainPostbackUrl } from './rules/postback-template.js';
import type { StartableDelivery } from './sql/fan-out.js';
import { type DeliveryStart, startDelivery } from './start-workflows.js';

/** Starts sent at the same time; the server's own limit lies not far above. */
const AT_ONCE = 20;

/** Strips a delivery to what may enter Temporal. Whatever the address, it never fails: others wait behind it. */
export function deliveryStart({ url, ...delivery }: StartableDelivery): DeliveryStart {
  const address = URL.parse(url) ?? URL.parse(plainPostbackUrl(url));
  return { ...delivery, host: address?.host ?? 'an address that cannot be read' };
}

/**
 * Starts the workflows of deliveries, some at a time.
 *
 * @param beat called after each, so that whoever waits sees progress.
 * @returns how many were not under way before.
 */
export async function startDeliveries(
  temporal: TemporalClient,
  deliveries: readonly StartableDelivery[],
  beat: () => void,
  start: (temporal: TemporalClient, delivery: DeliveryStart) => Promise<boolean> = startDelivery,
): Promise<number> {
  const waiting = deliveries.values();
  let started = 0;
  const work = async () => {
    for (const delivery of waiting) {
      if (await start(temporal, deliveryStart(delivery))) started += 1;
      beat();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return started;
}
