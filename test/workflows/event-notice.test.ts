import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { workflowMetadataQuery } from '@temporalio/workflow';
import {
  EVENT_NOTICE_WORKFLOW,
  type EventNoticeActivities,
  type EventNoticeInput,
  type EventNoticeResult,
  NOTICE_PAGES_A_RUN,
  type NoticePage,
  PAUSE_SIGNAL,
  RESUME_SIGNAL,
  STOP_SIGNAL,
} from '../../src/tickets/notice-workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

let runs = 0;

/** A notice over pages of ten orders each, with a worker for as long as `work` takes. */
async function telling(
  pages: number,
  work: (notice: {
    signal(name: string): Promise<void>;
    result(): Promise<EventNoticeResult>;
    pagesTold(): number;
    /** The text for operators in Temporal's UI. */
    details(): Promise<string>;
    ended: string[];
  }) => Promise<void>,
  page: (n: number) => Partial<NoticePage> = () => ({}),
): Promise<void> {
  const told: string[] = [];
  const ended: string[] = [];
  const activities: EventNoticeActivities = {
    async queueNoticePage({ after }) {
      told.push(after);
      const after_ = told.length < pages ? `ord_${told.length}` : null;
      return { after: after_, queued: 10, superseded: false, ...page(told.length) };
    },
    async endNotice({ state }) {
      ended.push(state);
    },
  };
  const taskQueue = `notice-${runs++}`;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    activities,
  });
  await worker.runUntil(async () => {
    const input: EventNoticeInput = { noticeId: 'ntc_1' };
    const handle = await environment.client.workflow.start<(of: EventNoticeInput) => Promise<EventNoticeResult>>(
      EVENT_NOTICE_WORKFLOW,
      { taskQueue, workflowId: taskQueue, args: [input], workflowExecutionTimeout: '1 day' },
    );
    await work({
      signal: (name) => handle.signal(name),
      result: () => handle.result(),
      pagesTold: () => told.length,
      details: async () => (await handle.query(workflowMetadataQuery)).currentDetails ?? '',
      ended,
    });
  });
}

test('notifies page by page and reports the end', () =>
  telling(3, async ({ result, ended }) => {
    expect(await result()).toEqual({ state: 'told', told: 30 });
    expect(ended).toEqual(['told']);
  }));

test('an operator pauses it, lets it go on, and stops it', () =>
  telling(1_000, async ({ signal, result, pagesTold, details, ended }) => {
    await signal(PAUSE_SIGNAL);
    await environment.sleep('1 minute');
    await waitFor(async () => (await details()).startsWith('Paused.'));
    const paused = pagesTold();
    await environment.sleep('1 hour');
    expect(pagesTold()).toBe(paused);
    await signal(RESUME_SIGNAL);
    await waitFor(() => pagesTold() > paused);
    await signal(STOP_SIGNAL);
    expect(await result()).toMatchObject({ state: 'stopped' });
    expect(ended).toEqual(['stopped']);
  }));

test('waits until the change has settled', () =>
  telling(
    2,
    async ({ result, pagesTold, details }) => {
      await waitFor(async () => (await details()).startsWith('Buyers are told at'));
      await environment.sleep('9 minutes');
      expect(pagesTold()).toBe(1);
      expect(await result()).toEqual({ state: 'told', told: 20 });
      expect(pagesTold()).toBe(3);
    },
    (n) => (n === 1 ? { after: '', queued: 0, waitMs: 600_000 } : { after: n === 2 ? 'ord_1' : null }),
  ));

test('a newer change ends it', () =>
  telling(
    5,
    async ({ result }) => {
      expect(await result()).toEqual({ state: 'superseded', told: 10 });
    },
    (n) => (n === 2 ? { queued: 0, superseded: true } : {}),
  ));

test('goes on in a new run before its history is long', () =>
  telling(NOTICE_PAGES_A_RUN + 2, async ({ result }) => {
    expect(await result()).toEqual({ state: 'told', told: 10 * (NOTICE_PAGES_A_RUN + 2) });
  }));
