import { benchBulk } from './bulk.js';
import { benchCounts } from './counts.js';
import { benchDeliveries } from './deliveries.js';
import { benchEventsFresh } from './events-fresh.js';
import { benchEventsRepeated } from './events-repeated.js';
import { benchFilters } from './filters.js';
import { benchOrders } from './orders.js';
import { benchTrack } from './track.js';

const BENCHES: Record<string, () => Promise<void>> = {
  'events fresh': benchEventsFresh,
  'events repeated': benchEventsRepeated,
  filters: () => benchFilters(),
  counts: benchCounts,
  bulk: benchBulk,
  orders: benchOrders,
  track: benchTrack,
  deliveries: benchDeliveries,
};
/** None takes longer on a machine of two cores, but for the first, which makes the catalogue once. */
const LONGEST_MS = 15 * 60_000;

/** Every bench, one after the other; one that fails is told and the others go on. */
async function main(): Promise<void> {
  for (const [name, bench] of Object.entries(BENCHES)) {
    console.log(`\n── ${name}`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`${name} took longer than ${LONGEST_MS / 60_000} minutes`)),
        LONGEST_MS,
      );
    });
    try {
      await Promise.race([bench(), late]);
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    } finally {
      clearTimeout(timer);
    }
  }
}

void main().finally(() => process.exit());
