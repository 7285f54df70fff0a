import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { NativeConnection, TransportError, type Worker } from '@temporalio/worker';
import { JOBS } from '../src/context/jobs.js';
import { ConfigError } from '../src/platform/config/config.js';
import type { Context } from '../src/platform/context/context.js';
import { schedulesOf } from '../src/platform/jobs/job.js';
import { pause } from '../src/platform/outbox/watch-outbox.js';
import { Backoff } from '../src/platform/process/backoff.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { NotVisibleError, prepareNamespace } from '../src/platform/temporal/prepare-namespace.js';
import { isTransient, retryTransient } from '../src/platform/temporal/retry-transient.js';
import { ensureSchedules } from '../src/platform/temporal/schedules.js';
import { createWorkers, type WorkflowCode } from './create-workers.js';

/** How long the first try may take before this process begins with what needs no Temporal. */
const FIRST_TRY_MS = 5_000;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 5_000;

/** The Temporal side of a worker process: it keeps the Schedules and serves the task queues. */
export interface TemporalSide {
  /** Whether it serves the task queues: not until the server has answered. */
  readonly joined: boolean;
  /** Settles once it serves them, or the server turns out to be away. Rejects for settings that cannot work. */
  begun: Promise<void>;
  /** Settles when it has ended. Rejects when it broke, and for settings that cannot work. */
  finished: Promise<void>;
  /** Finishes work in progress. */
  stop(): Promise<void>;
}

/**
 * Prepares the namespace and the Schedules and serves the task queues. While the server is away, it tries again in the
 * background.
 */
export function joinTemporal(ctx: Context, code: WorkflowCode, temporal: TemporalClient): TemporalSide {
  const { address, namespace } = ctx.config.temporal;
  const stopping = new AbortController();
  const workers: Worker[] = [];
  let joined = false;
  let markAway: () => void = () => {};
  const away = new Promise<void>((resolve) => {
    markAway = resolve;
  });

  async function connect(): Promise<NativeConnection> {
    const connection = await NativeConnection.connect({ address });
    try {
      const log = (line: string) => ctx.log.info(line);
      await retryTransient(() => prepareNamespace(temporal.connection, namespace, { log }));
      await ensureSchedules(temporal, schedulesOf(JOBS));
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async function connected(): Promise<NativeConnection | null> {
    const backoff = new Backoff(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      try {
        return await connect();
      } catch (err) {
        if (stopping.signal.aborted) break;
        if (!isAway(err)) throw err;
        if (isFirst) await assertHost(String(address));
        const message = `Temporal at ${address} does not answer: this worker does what needs no Temporal, and tries again`;
        ctx.foldedLog.log('warn', 'temporal away', { err }, message);
        markAway();
        await pause(backoff.pauseMs(), stopping.signal);
      }
    }
    return null;
  }

  const joining = connected().then(async (connection) => {
    if (!connection) return null;
    const options = { ...code, connection, temporal, stopping: stopping.signal };
    return { connection, options, created: await createWorkers(ctx, options) };
  });

  async function run(created: Worker[]): Promise<void> {
    workers.push(...created);
    const runs = created.map((worker) => worker.run());
    if (stopping.signal.aborted) for (const worker of created) shutDown(worker);
    await Promise.all(runs);
  }

  async function serve(): Promise<void> {
    const site = await joining;
    if (!site) return;
    joined = true;
    ctx.log.info({ address, namespace }, 'polling the task queues of Temporal');
    await run(site.created).finally(async () => {
      joined = false;
      for (const worker of workers) shutDown(worker);
      // A worker that broke may still hold the connection.
      await site.connection.close().catch(() => {});
    });
  }

  const finished = serve();
  // Callers that await `finished` get the rejection. Until then the rejection must not end the process.
  finished.catch(() => {});
  return {
    get joined() {
      return joined;
    },
    begun: Promise.race([joining, away, wait(FIRST_TRY_MS, undefined, { ref: false })]).then(() => {}),
    finished,
    async stop() {
      stopping.abort();
      for (const worker of workers) shutDown(worker);
      // What still waits for the server has nothing to finish.
      if (joined) await finished;
    },
  };
}

/** Whether the server may answer later, with the same settings. */
function isAway(error: unknown): boolean {
  return error instanceof TransportError || error instanceof NotVisibleError || isTransient(error);
}

/** @throws {ConfigError} for a host that does not exist. */
async function assertHost(address: string): Promise<void> {
  const host = address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  await lookup(host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND') throw new ConfigError(`TEMPORAL_ADDRESS: there is no host named ${host}`);
  });
}

function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}
