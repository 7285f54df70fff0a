import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeContext, createContext } from '../src/context/create-context.js';
import { locateTemporalServer } from '../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../src/embedded/postgres.js';
import { stopAllChildren } from '../src/embedded/processes.js';
import { startTemporalServer } from '../src/embedded/temporal-server.js';
import { readConfig } from '../src/platform/config/config.js';
import { projectRoot } from '../src/platform/config/project-root.js';
import type { Context } from '../src/platform/context/context.js';
import { migrate } from '../src/platform/database/migrate.js';
import { enqueue } from '../src/platform/outbox/messages.js';
import { freePort } from '../src/platform/process/free-port.js';
import { median, report } from './support/report.js';

/** How much of a core a worker uses that has nothing to do, and how soon it sees a message nevertheless. */
const SECONDS = Number(process.argv[2] ?? 60);
/** In its first minute V8 still tidies up after the start: 1 to 2 % of a core more. */
const SETTLE_SECONDS = 75;
const MESSAGES = 40;
const CPU_GOAL = 3.5;
/** Milliseconds: the database tells the worker at the commit. */
const PICK_UP_GOAL = 20;
const COMMAND = 'npm run build && node dist/bench/idle-worker.js 60';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Processor time of the worker so far, in seconds. */
async function cpuOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const found = /^process_cpu_seconds_total (\S+)/m.exec(text);
  if (!found) throw new Error('the worker tells no processor time');
  return Number(found[1]);
}

/** Milliseconds from the commit of a message until the relay has taken it away. */
async function pickUp(ctx: Context): Promise<number> {
  // Of an order that does not exist: there is nothing to do but to see it.
  await enqueue(ctx.sql, 'order.created', ['ord_bench'], ctx.clock.now());
  const from = performance.now();
  for (;;) {
    const [row] = await ctx.sql<
      { left: number }[]
    >`SELECT count(*)::int AS left FROM outbox WHERE topic = 'order.created'`;
    if (row?.left === 0) return performance.now() - from;
    await pause(1);
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  try {
    const [database, temporal] = await Promise.all([
      startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} }),
      locateTemporalServer(console.error).then((path) =>
        startTemporalServer({
          path,
          namespaces: ['partner-events'],
          withUi: false,
          logFile: join(folder, 'temporal.log'),
        }),
      ),
    ]);
    const port = await freePort();
    const environment = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
      WORKER_METRICS_PORT: String(port),
    };
    const ctx = createContext(readConfig(environment), { name: 'bench' });
    await migrate(ctx.sql);
    const worker = fork(join(projectRoot(), 'dist/worker/worker.js'), { env: { ...process.env, ...environment } });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    });
    await pause(SETTLE_SECONDS * 1_000);
    const [before, from] = [await cpuOf(port), performance.now()];
    await pause(SECONDS * 1_000);
    const percent = (((await cpuOf(port)) - before) / ((performance.now() - from) / 1_000)) * 100;
    const times: number[] = [];
    for (let count = 0; count < MESSAGES; count += 1) {
      times.push(await pickUp(ctx));
      await pause(Math.random() * 100);
    }
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGTERM');
    await ended;
    await closeContext(ctx);
    const cpu = report('idle worker, % of a core', percent, { atMost: CPU_GOAL }, `over ${SECONDS} s`);
    const soon = report('a message seen, median ms', median(times), { atMost: PICK_UP_GOAL }, `of ${MESSAGES}`);
    console.log(`  ${COMMAND}`);
    if (!cpu || !soon) process.exitCode = 1;
  } finally {
    await stopAllChildren();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
