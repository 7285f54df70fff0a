import { randomBytes } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import {
  type AttemptInput,
  type AttemptResult,
  DELIVERY_WORKFLOW,
  type DeliveryActivities,
  type DeliveryInput,
} from '../../../src/deliveries/workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from './temporal.js';

export interface Call extends AttemptInput {
  /** When it was asked for, on the server's clock. */
  at: number;
}

/** A delivery whose workflow runs, and what it asked for. */
export interface Trial {
  calls: Call[];
  stopped: string[];
  workflowId: string;
  state: Promise<string>;
  /** Durations of the timers, in milliseconds. */
  timers(): Promise<number[]>;
  signal(name: string, ...args: unknown[]): Promise<void>;
}

/** Runs one delivery whose attempts are answered by `answer`. */
async function deliver<T>(
  environment: TestWorkflowEnvironment,
  answer: (input: AttemptInput, call: number) => AttemptResult | Promise<AttemptResult>,
  check: (trial: Trial) => Promise<T>,
  resume?: DeliveryInput['resume'],
): Promise<T> {
  const name = randomBytes(4).toString('hex');
  const calls: Call[] = [];
  const stopped: string[] = [];
  const activities: DeliveryActivities = {
    async attemptDelivery(input) {
      calls.push({ ...input, at: await environment.currentTimeMs() });
      return answer(input, calls.length);
    },
    async stopDelivery(deliveryId) {
      stopped.push(deliveryId);
      return 'stopped';
    },
  };
  const common = { connection: environment.nativeConnection, activities: { ...activities } };
  const fast = await Worker.create({ ...common, taskQueue: `fast-${name}`, workflowBundle: testWorkflowBundle() });
  const slow = await Worker.create({ ...common, taskQueue: `slow-${name}` });
  return slow.runUntil(() =>
    fast.runUntil(async () => {
      const input: DeliveryInput = {
        deliveryId: `dlv_${name}`,
        endpointId: 'whk_1',
        run: 1,
        slowQueue: `slow-${name}`,
        resume,
      };
      const handle = await environment.client.workflow.start(DELIVERY_WORKFLOW, {
        workflowId: `delivery/${input.deliveryId}`,
        taskQueue: `fast-${name}`,
        args: [input],
        // Without a limit the server's clock jumps years ahead when the workflow ends.
        workflowExecutionTimeout: '30 days',
      });
      let asked: Promise<string> | undefined;
      return check({
        calls,
        stopped,
        workflowId: handle.workflowId,
        // Time is skipped while somebody waits for the result, so nobody does before it is asked for.
        get state() {
          asked ??= handle.result();
          return asked;
        },
        signal: (signal, ...args) => handle.signal(signal, ...args),
        async timers() {
          const { events } = await handle.fetchHistory();
          return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
            timer ? [Number(timer.startToFireTimeout?.seconds) * 1000] : [],
          );
        },
      });
    }),
  );
}

/** Deliveries on a server that skips time. */
export interface DeliveryTrials {
  environment: TestWorkflowEnvironment;
  /** Runs one delivery whose attempts are answered by `answer`. */
  deliver<T>(
    answer: (input: AttemptInput, call: number) => AttemptResult | Promise<AttemptResult>,
    check: (trial: Trial) => Promise<T>,
    resume?: DeliveryInput['resume'],
  ): Promise<T>;
  close(): Promise<void>;
}

export async function openDeliveryTrials(): Promise<DeliveryTrials> {
  const environment = await createTimeSkippingEnvironment();
  return {
    environment,
    deliver: (answer, check, resume) => deliver(environment, answer, check, resume),
    close: () => environment.teardown(),
  };
}

export const failed: AttemptResult = { kind: 'failed', failure: 'http_5xx' };
export const delivered: AttemptResult = { kind: 'closed', state: 'delivered' };

/** In whole minutes. */
export const minutesAfterFirst = (calls: readonly Call[]) =>
  calls.map((call) => Math.round((call.at - (calls[0]?.at ?? 0)) / 60_000));
