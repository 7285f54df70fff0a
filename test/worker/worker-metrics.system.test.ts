import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { JOBS } from '../../src/context/jobs.js';
import { OUTCOMES } from '../../src/core/outcomes.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { schedulesOf } from '../../src/platform/jobs/job.js';
import { enqueue, OUTBOX_TOPICS } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { build } from '../support/system/started.js';
import { waitFor } from '../support/wait-for.js';

// Over twenty seconds: a worker in a process of its own takes its time to notice that Temporal is gone.

// The real worker, with Temporal behind a link that can be cut.

let ctx: TestContext;
let wire: { port: number; cut(): void; close(): void };
let worker: ChildProcess;
let output = '';
const lines = () => output.split('\n').slice(0, -1);
const logged = () => lines().map((line): Record<string, unknown> => JSON.parse(line));

beforeAll(async () => {
  await build();
  ctx = await createTestContext();
  wire = await cuttable(ctx.config.temporal.address ?? '');
  worker = spawnReal({ TEMPORAL_ADDRESS: `127.0.0.1:${wire.port}` });
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await waitFor(() => output.includes('"ready"'), { what: 'the worker' });
});
afterAll(async () => {
  if (worker && worker.exitCode === null) {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGKILL');
    await ended;
  }
  wire?.close();
  await ctx?.close();
});

function spawnReal(env: Record<string, string>): ChildProcess {
  const { temporal, encryptionKey } = ctx.config;
  return spawn(process.execPath, [join(projectRoot(), 'dist/worker/worker.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: ctx.databaseUrl,
      TEMPORAL_NAMESPACE: temporal.namespace,
      TEMPORAL_QUEUE_SUFFIX: temporal.queueSuffix,
      ENCRYPTION_KEY: encryptionKey?.toString('base64'),
      WORKER_METRICS_PORT: '0',
      ...env,
    },
  });
}

/** Passes connections on until it is cut; from then on it takes them and closes them at once. */
async function cuttable(target: string): Promise<typeof wire> {
  const [host, port] = target.split(':') as [string, string];
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = dial(Number(port), host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    close() {
      cut();
      server.close();
    },
  };
}

async function scrape(): Promise<string> {
  const { port } = logged().find((line) => line.msg === 'metrics are served here') ?? {};
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

function amountOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test("a worker reports waiting work, its own work, and the SDK's measurements", async () => {
  await enqueue(ctx.sql, 'order.closed', ['ord_unknown'], ctx.clock.now());
  // It passes messages on before it has made the Schedules and asks Temporal for work.
  const text = await waitFor(async () => {
    const found = await scrape();
    const isPassedOn = amountOf(found, 'partner_events_outbox_passed_on_total{topic="order.closed"}');
    const lagOf = (id: string) => amountOf(found, `partner_events_schedule_lag_seconds{schedule="${id}"}`);
    const isJoined =
      schedulesOf(JOBS).every(({ id }) => lagOf(id) !== undefined) && /^temporal_num_pollers\{/m.test(found);
    return isPassedOn && isJoined && found;
  });
  for (const topic of OUTBOX_TOPICS) {
    expect(amountOf(text, `partner_events_outbox_messages{topic="${topic}"}`)).toBeDefined();
    expect(amountOf(text, `partner_events_outbox_oldest_seconds{topic="${topic}"}`)).toBeDefined();
  }
  for (const outcome of Object.keys(OUTCOMES)) {
    expect(amountOf(text, `partner_events_delivery_attempts_total{outcome="${outcome}"}`)).toBe(0);
  }
  for (const { id: schedule } of schedulesOf(JOBS)) {
    expect(amountOf(text, `partner_events_schedule_paused{schedule="${schedule}"}`)).toBe(0);
  }
  expect(amountOf(text, 'partner_events_backlog_readable')).toBe(1);
  expect(amountOf(text, 'partner_events_schedules_readable')).toBe(1);
  expect(amountOf(text, 'partner_events_temporal_joined')).toBe(1);
  for (const lane of ['fast', 'slow']) {
    expect(amountOf(text, `partner_events_sender_in_flight{lane="${lane}"}`)).toBe(0);
    expect(amountOf(text, `partner_events_sender_claimed{lane="${lane}"}`)).toBe(0);
  }
  expect(amountOf(text, 'partner_events_database_pool_wait_seconds{pool="main"}')).toBeLessThan(1);
  expect(amountOf(text, 'partner_events_settlement_last_close_timestamp_seconds')).toBeUndefined();
  const dashboard = readFileSync(join(projectRoot(), 'deploy/grafana/workers.json'), 'utf8');
  const named = [...new Set(dashboard.match(/\btemporal_[a-z_]+/g))];
  expect(named.length).toBeGreaterThan(2);
  for (const name of named) expect(text).toMatch(new RegExp(`^${name}\\{`, 'm'));
  expect(text).toMatch(/^temporal_num_pollers\{.*task_queue="orders-v1/m);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  expect(text).not.toMatch(/tt_|key_|cmp_|ord_/);
});

test('a port that was asked for and is taken is a setting that cannot be used', async () => {
  const { port } = logged().find((line) => line.msg === 'metrics are served here') ?? {};
  const second = spawnReal({ TEMPORAL_ADDRESS: ctx.config.temporal.address ?? '', WORKER_METRICS_PORT: `${port}` });
  let said = '';
  second.stdout?.on('data', (chunk) => (said += chunk));
  expect(await new Promise((resolve) => second.once('close', resolve))).toBe(1);
  expect(said).toContain(`WORKER_METRICS_PORT: port ${port} is in use on 127.0.0.1`);
});

test('with Temporal gone: every line of the log is JSON, and few of them', async () => {
  const before = lines().length;
  wire.cut();
  await waitFor(() => logged().some((line) => line.sdkComponent === 'core'), {
    what: 'a line of the native half of the SDK',
  });
  await waitFor(async () => amountOf(await scrape(), 'partner_events_schedules_readable') === 0);
  for (const line of lines()) expect(() => JSON.parse(line)).not.toThrow();
  expect(output).not.toContain('\u001b[');
  const messages = logged()
    .slice(before)
    .map((line) => `${line.msg} ${line.task_queue ?? line.topic ?? ''}`);
  expect(messages.length).toBeLessThan(150);
});
