import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, type ScheduleDescription, ScheduleNotFoundError } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Context } from '../../../src/platform/context/context.js';
import { freePort } from '../../../src/platform/process/free-port.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { addSearchAttributes } from '../../../src/platform/temporal/prepare-namespace.js';
import { setUp, testNamespace, testTemporalAddress } from '../environment.js';
import { waitFor } from '../wait-for.js';

// Workflows run in the thread of their worker: to start one for each of seven workers takes seconds. Workflows of `npm
// start`, which tests start from the build, have theirs.
process.env.TEMPORAL_DEBUG = '1';

// Workers report each change of their state and each failure that a test provokes. The runtime is one a process, and an
// earlier test file of this process may have installed it.
try {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
    shutdownSignals: [],
  });
} catch (error) {
  if (!(error instanceof IllegalStateError)) throw error;
}

/** The development server behind the SDK's test interface; `teardown` closes the connections and leaves the server. */
export function createTestEnvironment(): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createFromExistingServer({
    address: testTemporalAddress(),
    namespace: testNamespace(),
  });
}

/**
 * A time-skipping server of the caller's own, because its clock is shared by everything that runs on it; ready in about
 * a second. Call `teardown` in `afterAll`.
 */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const { address, stop } = await startTimeSkippingServer(4);
  // Started by the SDK, it would have five seconds to answer, which it may exceed on a busy computer.
  // biome-ignore lint/complexity/useLiteralKeys: the method is private; the SDK offers no other way.
  const environment = await TestWorkflowEnvironment['create']({
    server: { type: 'existing' },
    supportsTimeSkipping: true,
    address,
  });
  // Otherwise time is skipped from the beginning, and not only while a test waits for a result.
  await environment.connection.testService?.lockTimeSkipping({});
  const teardown = environment.teardown.bind(environment);
  environment.teardown = async () => {
    await teardown();
    await stop();
  };
  await addSearchAttributes(environment.connection, environment.namespace ?? 'default');
  return environment;
}

/** @param tries another port each time: another process may take it before the server does. */
async function startTimeSkippingServer(tries: number): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const child = spawn(setUp('TEST_TIME_SKIPPING_SERVER'), [`${port}`, '--enable-time-skipping'], { stdio: 'ignore' });
  // Where the guardian finds it when the run is broken off.
  const pidFile = join(setUp('TEST_SERVER_PIDS'), `${child.pid}`);
  if (child.pid) writeFileSync(pidFile, '');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve(rmSync(pidFile, { force: true }))));
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const answers = async () => {
    const connection = await Connection.connect({ address, connectTimeout: '2s' });
    await connection.close();
    return true;
  };
  await waitFor(() => isGone() || answers(), { what: 'the time-skipping server' });
  if (!isGone()) {
    const stop = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { address, stop };
  }
  if (tries === 1) throw new Error(`The time-skipping server ended with ${child.exitCode ?? child.signalCode}`);
  return startTimeSkippingServer(tries - 1);
}

let bundle: { code: string } | undefined;

/**
 * The workflows, bundled once by the global set-up: `Worker.create({workflowBundle: testWorkflowBundle()})`. Without its
 * source map, which each of the workers would parse.
 */
export function testWorkflowBundle(): { code: string } {
  bundle ??= { code: readFileSync(setUp('TEST_WORKFLOW_BUNDLE'), 'utf8').replace(SOURCE_MAP, `$1${NO_SOURCE_MAP}`) };
  return bundle;
}

const SOURCE_MAP = /(\n\/\/# sourceMappingURL=data:.*base64,)[^\n]*\s*$/;
const NO_SOURCE_MAP = Buffer.from(
  JSON.stringify({ version: 3, file: 'workflow-bundle.js', sources: [], names: [], mappings: '' }),
).toString('base64');

/**
 * Keeps a Schedule from running during a test that does the same by hand and counts the work. @returns its action.
 *
 * @param name without the suffix of the test's task queues.
 */
export async function pauseSchedule(temporal: TemporalClient, name: string): Promise<ScheduleDescription> {
  const schedule = temporal.client.schedule.getHandle(name + temporal.suffix);
  await schedule.pause('a test runs it by hand');
  return waitFor(async () => {
    const found = await schedule.describe();
    return found.state.paused && found;
  });
}

/**
 * Keeps a sweep from running during a test that does the same by hand and counts the work; call it before the worker
 * starts.
 */
export async function pauseClock(ctx: Context, id: string): Promise<void> {
  await ctx.sql`INSERT INTO job_clocks (id, due_at) VALUES (${id}, '2100-01-01')`;
}

/** Deletes the Schedules that the workers of a test made. The list is a moment behind: it may name a deleted one. */
export async function deleteSchedules({ client, suffix }: TemporalClient): Promise<void> {
  for await (const { scheduleId } of client.schedule.list()) {
    if (!scheduleId.endsWith(suffix)) continue;
    await client.schedule
      .getHandle(scheduleId)
      .delete()
      .catch((error) => {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      });
  }
}
