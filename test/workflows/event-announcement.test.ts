import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { workflowMetadataQuery } from '@temporalio/workflow';
import {
  ANNOUNCEMENT_PAGES_A_RUN,
  type AnnouncementPage,
  EVENT_ANNOUNCEMENT_WORKFLOW,
  type EventAnnouncementActivities,
  type EventAnnouncementInput,
  type EventAnnouncementResult,
  PAUSE_SIGNAL,
  RESUME_SIGNAL,
  STOP_SIGNAL,
} from '../../src/tickets/announcement-workflow.js';
import { createTimeSkippingEnvironment, testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
});
afterAll(() => environment.teardown());

let runs = 0;

/** An announcement over pages of ten orders each, with a worker for as long as `work` takes. */
async function sending(
  pages: number,
  work: (announcement: {
    signal(name: string): Promise<void>;
    result(): Promise<EventAnnouncementResult>;
    pagesQueued(): number;
    /** The text for operators in Temporal's UI. */
    details(): Promise<string>;
    ended: string[];
  }) => Promise<void>,
  page: (n: number) => Partial<AnnouncementPage> = () => ({}),
): Promise<void> {
  const pagesSent: string[] = [];
  const ended: string[] = [];
  const activities: EventAnnouncementActivities = {
    async queueAnnouncementPage({ after }) {
      pagesSent.push(after);
      const after_ = pagesSent.length < pages ? `ord_${pagesSent.length}` : null;
      return { after: after_, queued: 10, superseded: false, ...page(pagesSent.length) };
    },
    async endAnnouncement({ state }) {
      ended.push(state);
    },
  };
  const taskQueue = `announcement-${runs++}`;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    namespace: environment.namespace,
    taskQueue,
    workflowBundle: testWorkflowBundle(),
    activities,
  });
  await worker.runUntil(async () => {
    const input: EventAnnouncementInput = { announcementId: 'ann_1' };
    const handle = await environment.client.workflow.start<
      (of: EventAnnouncementInput) => Promise<EventAnnouncementResult>
    >(EVENT_ANNOUNCEMENT_WORKFLOW, {
      taskQueue,
      workflowId: taskQueue,
      args: [input],
      workflowExecutionTimeout: '1 day',
    });
    await work({
      signal: (name) => handle.signal(name),
      result: () => handle.result(),
      pagesQueued: () => pagesSent.length,
      details: async () => (await handle.query(workflowMetadataQuery)).currentDetails ?? '',
      ended,
    });
  });
}

test('notifies page by page and reports the end', () =>
  sending(3, async ({ result, ended }) => {
    expect(await result()).toEqual({ state: 'sent', queued: 30 });
    expect(ended).toEqual(['sent']);
  }));

test('an operator pauses it, lets it go on, and stops it', () =>
  sending(1_000, async ({ signal, result, pagesQueued, details, ended }) => {
    await signal(PAUSE_SIGNAL);
    await environment.sleep('1 minute');
    await waitFor(async () => (await details()).startsWith('Paused.'));
    const paused = pagesQueued();
    await environment.sleep('1 hour');
    expect(pagesQueued()).toBe(paused);
    await signal(RESUME_SIGNAL);
    await waitFor(() => pagesQueued() > paused);
    await signal(STOP_SIGNAL);
    expect(await result()).toMatchObject({ state: 'stopped' });
    expect(ended).toEqual(['stopped']);
  }));

test('waits until the change has settled', () =>
  sending(
    2,
    async ({ result, pagesQueued, details }) => {
      await waitFor(async () => (await details()).startsWith('Buyers get a mail at'));
      await environment.sleep('9 minutes');
      expect(pagesQueued()).toBe(1);
      expect(await result()).toEqual({ state: 'sent', queued: 20 });
      expect(pagesQueued()).toBe(3);
    },
    (n) => (n === 1 ? { after: '', queued: 0, waitMs: 600_000 } : { after: n === 2 ? 'ord_1' : null }),
  ));

test('a newer change ends it', () =>
  sending(
    5,
    async ({ result }) => {
      expect(await result()).toEqual({ state: 'superseded', queued: 10 });
    },
    (n) => (n === 2 ? { queued: 0, superseded: true } : {}),
  ));

test('goes on in a new run before its history is long', () =>
  sending(ANNOUNCEMENT_PAGES_A_RUN + 2, async ({ result }) => {
    expect(await result()).toEqual({ state: 'sent', queued: 10 * (ANNOUNCEMENT_PAGES_A_RUN + 2) });
  }));
