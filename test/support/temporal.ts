import type { ScheduleDescription } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { TemporalClient } from '../../src/temporal/client.js';
import { addSearchAttributes } from '../../src/temporal/prepare-namespace.js';
import { setUp, TEST_NAMESPACES } from './environment.js';
import { waitFor } from './wait-for.js';

// Workers report each change of their state and each failure that a test provokes.
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  shutdownSignals: [],
});

/** The development server of this run: Schedules, search attributes, lists, real time. */
export function testTemporalAddress(): string {
  return setUp('TEST_TEMPORAL_ADDRESS');
}

/** A namespace that no test file running at the same time uses. */
export function testNamespace(): string {
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  return TEST_NAMESPACES[(worker - 1) % TEST_NAMESPACES.length] ?? TEST_NAMESPACES[0];
}

/** The development server behind the SDK's test interface; `teardown` closes the connections and leaves the server. */
export function createTestEnvironment(): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createFromExistingServer({
    address: testTemporalAddress(),
    namespace: testNamespace(),
  });
}

/** The SDK gives the server five seconds to answer, which its virtual machine may exceed on a busy computer. */
const STARTS = 4;

/**
 * A time-skipping server of the caller's own, because its clock is shared by everything that runs on it; ready in about
 * a second. Call `teardown` in `afterAll`.
 */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const environment = await startTimeSkipping(STARTS);
  await addSearchAttributes(environment.connection, environment.namespace ?? 'default');
  return environment;
}

async function startTimeSkipping(starts: number): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path: setUp('TEST_TIME_SKIPPING_SERVER') } },
    });
  } catch (error) {
    if (starts > 1 && error instanceof Error && /did not start within/.test(error.message)) {
      return startTimeSkipping(starts - 1);
    }
    throw error;
  }
}

/** The workflows, bundled once by the global set-up: `Worker.create({workflowBundle: testWorkflowBundle()})`. */
export function testWorkflowBundle(): { codePath: string } {
  return { codePath: setUp('TEST_WORKFLOW_BUNDLE') };
}

/**
 * Keeps a Schedule from running beside a test that does the same by hand and counts what was done. Answers what it runs.
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
