import { NativeConnection, type Worker } from '@temporalio/worker';
import { type DeliverySender, Sender } from '../src/deliveries/sender/sender.js';
import type { Context } from '../src/platform/context/context.js';
import { listenForMessages } from '../src/platform/outbox/listen-for-messages.js';
import { waitingTopics } from '../src/platform/outbox/messages.js';
import { startRelay } from '../src/platform/outbox/relay.js';
import { DUE } from '../src/platform/outbox/ring-senders.js';
import { startSweeps } from '../src/platform/sweeps/start-sweeps.js';
import { createTemporalClient } from '../src/platform/temporal/client.js';
import { patiently } from '../src/platform/temporal/patiently.js';
import { prepareNamespace } from '../src/platform/temporal/prepare-namespace.js';
import { ensureSchedules, removeSchedules } from '../src/platform/temporal/schedules.js';
import { UnavailableTemporal } from '../src/platform/temporal/unavailable-temporal.js';
import { createWorkers, type WorkflowCode } from './create-workers.js';
import { createDrains } from './drains.js';
import { FORMER_SCHEDULES, SCHEDULES } from './schedules.js';
import { createSweeps } from './sweeps.js';

export interface RunningWorker {
  /** Settles when the worker has ended; rejects when it broke. */
  finished: Promise<void>;
  /** Finishes work in progress, then closes what was opened; the context stays open. */
  stop(): Promise<void>;
}

/**
 * Everything one worker process does: prepares the namespace and the Schedules, polls the task queues, passes the outbox on,
 * and runs the sweeps.
 *
 * @param sender of deliveries, for whoever shows what it does; one in this thread when absent.
 * @throws {UnavailableTemporal} when the Temporal server cannot be reached.
 */
export async function startWorker(
  ctx: Context,
  code: WorkflowCode,
  sender: DeliverySender = new Sender(ctx),
): Promise<RunningWorker> {
  await ctx.clock.refresh?.();
  const temporal = createTemporalClient(ctx.config);
  const { address } = ctx.config.temporal;
  const connection = await NativeConnection.connect({ address }).catch((cause: unknown) => {
    throw new UnavailableTemporal(String(address), { cause });
  });
  const stopping = new AbortController();
  const close = async () => {
    await connection.close();
    await temporal.close();
  };
  try {
    const log = (line: string) => ctx.log.info(line);
    await patiently(() => prepareNamespace(temporal.connection, ctx.config.temporal.namespace, { log }));
    await ensureSchedules(temporal, SCHEDULES);
    await removeSchedules(temporal, FORMER_SCHEDULES);
    const workers = await createWorkers(ctx, { ...code, connection, temporal, stopping: stopping.signal });
    sender.look();
    const relay = startRelay(ctx.log, {
      drains: createDrains(ctx, temporal),
      tally: ctx.tally,
      look: () => waitingTopics(ctx.sql, ctx.clock.now()),
      listen: (told) =>
        listenForMessages(ctx, {
          queued: (name) => (name === DUE ? sender.look() : told.queued(name)),
          hearing: told.hearing,
        }),
    });
    const sweeps = startSweeps(ctx, createSweeps(ctx, temporal));
    const finished = Promise.all(workers.map((worker) => worker.run()))
      .finally(() => {
        for (const worker of workers) shutDown(worker);
        return Promise.all([relay.stop(), sweeps.stop(), sender.stop()]);
      })
      .then(close, async (error: unknown) => {
        await close().catch(() => {});
        throw error;
      });
    return {
      finished,
      async stop() {
        stopping.abort();
        for (const worker of workers) shutDown(worker);
        // The shards go to other workers at once; what is under way is written down before this one ends. The relay has its own
        // work to end: after that of the workers it would be too late.
        await Promise.all([sender.stop(), relay.stop(), sweeps.stop(), finished]);
      },
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}
