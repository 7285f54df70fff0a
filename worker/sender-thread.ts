import { parentPort, workerData } from 'node:worker_threads';
import { closeContext, createContext } from '../src/context/create-context.js';
import { Sender } from '../src/deliveries/sender/sender.js';
import { readConfig } from '../src/platform/config/config.js';
import type { SenderOrder, SenderReport, SenderThreadData } from './start-sender-thread.js';

/** Enough for two claims, what they need to know, the outcomes and renewals; what else it writes shares these. */
const CONNECTIONS = 5;
/** How often it tells what it has in hand; silence means that it hangs. */
const REPORT_EVERY_MS = 1_000;

/** Runs a sender for the thread that started this one: with a connection pool of its own, and the settings of the process. */
async function run(
  port: NonNullable<typeof parentPort>,
  { encryptionKey, previousKey }: SenderThreadData,
): Promise<void> {
  const config = readConfig(process.env);
  const keys = {
    encryptionKey: Buffer.from(encryptionKey),
    previousEncryptionKey: previousKey && Buffer.from(previousKey),
  };
  const database = { ...config.database, pool: Math.min(config.database.pool, CONNECTIONS) };
  const ctx = createContext({ ...config, ...keys, database }, { name: 'worker' });
  await ctx.clock.refresh?.();
  const sender = new Sender(ctx);

  function report(): void {
    const counts = { fast: sender.counts('fast'), slow: sender.counts('slow') };
    port.postMessage({ shards: sender.shards, counts, tallied: ctx.counts.take() } satisfies SenderReport);
  }

  const reporting = setInterval(report, REPORT_EVERY_MS);
  port.on('message', async (order: SenderOrder) => {
    if (order.do === 'look') sender.look(order.due);
    else {
      await sender.stop();
      clearInterval(reporting);
      report();
      await closeContext(ctx);
      // Nothing is left to wait for: the thread ends.
      port.close();
    }
  });
}

if (parentPort) void run(parentPort, workerData);
