import { randomBytes } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { EndpointStatus } from '../../src/deliveries/rules/round.js';
import {
  ENDPOINT_DELIVERIES_WORKFLOW,
  type EndpointCommand,
  type EndpointDeliveriesActivities,
  LOOK_SIGNAL,
  RETRY_NOW_SIGNAL,
  type Round,
  STOP_SIGNAL,
} from '../../src/deliveries/workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

const SECOND = 1_000;
const idle: EndpointStatus = {
  of: 'Webhook of Partner at hooks.example',
  at: '2026-11-22T14:05:58.000Z',
  state: 'retrying',
  waiting: [],
  next: null,
  failing: null,
  oldest: [],
};
const due = (waitMs: number, count = 1): EndpointStatus => ({
  ...idle,
  waiting: [{ attempt: 2, count }],
  next: { at: '2026-11-22T14:06:10.250Z', waitMs, attempt: 2 },
  oldest: ['dlv_1'],
});
const failed: Round['ended'] = [{ attempt: 2, outcome: 'http_5xx', count: 97 }];

interface Trial {
  handle: WorkflowHandle;
  /** When rounds began and looks were taken, on the server's clock. */
  rounds: number[];
  looks: number[];
  commands: EndpointCommand[];
}

/** Plays the workflow of one endpoint, with what Postgres would say. */
async function play<T>(
  script: { plan(look: number): EndpointStatus; round?(round: number): Round },
  check: (trial: Trial) => Promise<T>,
): Promise<T> {
  const name = randomBytes(4).toString('hex');
  const [rounds, looks, commands]: [number[], number[], EndpointCommand[]] = [[], [], []];
  const activities: EndpointDeliveriesActivities = {
    async planRound() {
      looks.push(await environment.currentTimeMs());
      return script.plan(looks.length);
    },
    async sendRound() {
      rounds.push(await environment.currentTimeMs());
      return script.round?.(rounds.length) ?? { ended: failed, standing: idle };
    },
    async commandDeliveries(command) {
      commands.push(command);
      return 'done';
    },
  };
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: name,
    activities: { ...activities },
    workflowBundle: testWorkflowBundle(),
  });
  return worker.runUntil(async () => {
    const handle = await environment.client.workflow.start(ENDPOINT_DELIVERIES_WORKFLOW, {
      workflowId: `endpoint-deliveries/${name}`,
      taskQueue: name,
      args: [{ endpointId: 'whk_1' }],
      workflowExecutionTimeout: '30 days',
    });
    return check({ handle, rounds, looks, commands });
  });
}

const isWaiting = (handle: WorkflowHandle) =>
  waitFor(async () => (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes));

const details = async (handle: WorkflowHandle) =>
  JSON.stringify(await handle.query('__temporal_workflow_metadata')).replaceAll('\\n', '\n');

test('a round is sent when it is due, five seconds after the one before at the earliest, until nothing waits', async () => {
  const script = {
    plan: () => due(60 * SECOND),
    round: (round: number) => ({
      ended: failed,
      standing: [due(0), due(2 * SECOND), due(300 * SECOND), idle][round - 1] ?? idle,
    }),
  };
  await play(script, async ({ handle, rounds, looks }) => {
    expect(await handle.result()).toBe('retrying');
    const gaps = rounds.map((at, i) => (at - (rounds[i - 1] ?? looks[0] ?? 0)) / SECOND);
    const planned = [60, 5, 5, 300];
    expect(gaps).toHaveLength(planned.length);
    // The server's clock also goes on while a busy machine works.
    for (const [i, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThan((planned[i] ?? 0) - 0.1);
      expect(gap).toBeLessThan((planned[i] ?? 0) + 30);
    }
    expect(looks).toHaveLength(1);
  });
});

test("a round's result is the summary of the wait after it, and the waiting deliveries are its details", async () => {
  const script = {
    plan: () => due(0),
    round: (round: number) => ({ ended: failed, standing: round === 1 ? due(300 * SECOND, 97) : idle }),
  };
  await play(script, async ({ handle }) => {
    await isWaiting(handle);
    const summaries = (await handle.fetchHistory()).events?.map(({ userMetadata }) =>
      Buffer.from(userMetadata?.summary?.data ?? []).toString(),
    );
    expect(summaries).toContain('"attempt 2 of 8, due at 14:06:10"');
    expect(summaries).toContain('"attempt 2 of 8: 97 of 97 failed, http_5xx; next at 14:06:10"');
    expect(await details(handle)).toContain(
      '97 waiting: 97 for attempt 2 of 8. The next is due at 2026-11-22 14:06:10 UTC.',
    );
    expect(await details(handle)).toContain('Last round: attempt 2 of 8: 97 of 97 failed, http_5xx.');
    expect(await handle.result()).toBe('retrying');
  });
});

test('a hundred signals are one look', async () => {
  await play({ plan: (look) => (look < 2 ? due(3_600 * SECOND) : idle) }, async ({ handle, rounds, looks }) => {
    await isWaiting(handle);
    // Well within the five seconds until the look.
    await Promise.all(Array.from({ length: 100 }, () => handle.signal(LOOK_SIGNAL)));
    await handle.result();
    expect(rounds).toEqual([]);
    expect(looks).toHaveLength(2);
    const [first = 0, second = 0] = looks;
    expect(second - first).toBeGreaterThanOrEqual(5 * SECOND - 100);
  });
});

test('operators retry and stop by signals; the waiting deliveries are checked after each', async () => {
  const script = { plan: (look: number) => (look < 4 ? due(3_600 * SECOND) : idle) };
  await play(script, async ({ handle, looks, commands }) => {
    await isWaiting(handle);
    await handle.signal(RETRY_NOW_SIGNAL, 'dlv_1');
    await waitFor(() => looks.length === 2);
    await handle.signal(STOP_SIGNAL, 'dlv_2');
    await waitFor(() => looks.length === 3);
    // The look returns before the workflow writes its result.
    await waitFor(async () => (await details(handle)).includes('Last signal: stop dlv_2: done.'));
    await handle.signal(RETRY_NOW_SIGNAL);
    await handle.result();
    expect(commands).toEqual([
      { endpointId: 'whk_1', kind: 'retryNow', deliveryId: 'dlv_1' },
      { endpointId: 'whk_1', kind: 'stop', deliveryId: 'dlv_2' },
      { endpointId: 'whk_1', kind: 'retryNow', deliveryId: null },
    ]);
  });
});

test('after some hundred rounds the history begins afresh', async () => {
  const script = {
    plan: () => due(0),
    round: (round: number) => ({ ended: failed, standing: round < 250 ? due(0, 20_000) : idle }),
  };
  await play(script, async ({ handle, rounds, looks }) => {
    await handle.result();
    expect(rounds).toHaveLength(250);
    expect(looks.length).toBeGreaterThan(1);
    const events = (await environment.client.workflow.getHandle(handle.workflowId).fetchHistory()).events ?? [];
    expect(events.length).toBeLessThan(1_100);
    // Waiting deliveries are not in it, in any number.
    expect(JSON.stringify(events).length / events.length).toBeLessThan(2_000);
  });
});
