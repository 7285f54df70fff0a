import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { BULK_FILE_WORKFLOW, type BulkFileInput } from '../../../src/bulk/workflow.js';
import type { EndpointStatus } from '../../../src/deliveries/rules/round.js';
import {
  ENDPOINT_DELIVERIES_WORKFLOW,
  type EndpointDeliveriesInput,
  LOOK_SIGNAL,
  RETRY_NOW_SIGNAL,
  type Round,
  STOP_SIGNAL,
} from '../../../src/deliveries/workflow.js';
import { MATURE_EARNINGS_WORKFLOW } from '../../../src/earnings/workflow.js';
import {
  EVENT_REFUNDS_CHANGED_SIGNAL,
  EVENT_REFUNDS_WORKFLOW,
  type EventRefundsStep,
  ORDER_CLOSED_SIGNAL,
  ORDER_HOLD_WORKFLOW,
  ORDER_HOLDS_WORKFLOW,
  REFUND_WORKFLOW,
} from '../../../src/orders/workflow.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { addSearchAttributes } from '../../../src/platform/temporal/prepare-namespace.js';
import { type AnnouncementPage, EVENT_ANNOUNCEMENT_WORKFLOW } from '../../../src/tickets/announcement-workflow.js';
import { type SentTicketMail, TICKET_MAILS_WORKFLOW } from '../../../src/tickets/workflow.js';
import { waitFor } from '../wait-for.js';
import { SETTLEMENT_RECORDINGS, settlementActivities } from './settlement-recordings.js';
import { locateTimeSkippingServer } from './time-skipping-server.js';

/**
 * Records the histories that test/workflows/replay.test.ts replays: `npm run record-histories`, or
 * `-- <name> …` for some. Run it after an intended change of a workflow.
 */
const FOLDER = join(projectRoot(), 'test/fixtures/histories');
const QUEUE = 'recording';
/** Only these, when any are named. */
const only = process.argv.slice(2);

interface Recording {
  /** Name of the file. */
  name: string;
  workflow: string;
  args(now: number): unknown[];
  /** Sent once the workflow waits. */
  signal?: { name: string; args: unknown[] };
}

const hold = (orderId: string, minutes: number) => (now: number) => [
  { orderId, holdUntil: new Date(now + minutes * 60_000).toISOString() },
];
/** Two seconds with ending holds, the first far enough away for a look at the payments. */
const holds = (now: number) => [
  {
    ends: [
      { at: new Date(now + 1_900_000).toISOString(), orderIds: ['ord_1', 'ord_2'] },
      { at: new Date(now + 1_901_000).toISOString(), orderIds: ['ord_3'] },
    ],
  },
];
const closed = (status: string) => ({ name: ORDER_CLOSED_SIGNAL, args: [{ status }] });

const RECORDINGS: Recording[] = [
  ...SETTLEMENT_RECORDINGS,
  { name: 'order-hold-expired', workflow: ORDER_HOLD_WORKFLOW, args: hold('ord_expired', 32) },
  { name: 'order-hold-overdue', workflow: ORDER_HOLD_WORKFLOW, args: hold('ord_overdue', -32) },
  { name: 'order-hold-shaky', workflow: ORDER_HOLD_WORKFLOW, args: hold('ord_shaky', 32) },
  { name: 'order-hold-paid', workflow: ORDER_HOLD_WORKFLOW, args: hold('ord_paid', 32), signal: closed('paid') },
  {
    name: 'order-hold-cancelled',
    workflow: ORDER_HOLD_WORKFLOW,
    args: hold('ord_cancelled', 32),
    signal: closed('cancelled'),
  },
  { name: 'endpoint-deliveries', workflow: ENDPOINT_DELIVERIES_WORKFLOW, args: () => [{ endpointId: 'whk_rounds' }] },
  {
    name: 'endpoint-deliveries-retried',
    workflow: ENDPOINT_DELIVERIES_WORKFLOW,
    args: () => [{ endpointId: 'whk_retried' }],
    signal: { name: RETRY_NOW_SIGNAL, args: ['dlv_1'] },
  },
  {
    name: 'endpoint-deliveries-looked',
    workflow: ENDPOINT_DELIVERIES_WORKFLOW,
    args: () => [{ endpointId: 'whk_looked' }],
    signal: { name: LOOK_SIGNAL, args: [] },
  },
  { name: 'bulk-file-ready', workflow: BULK_FILE_WORKFLOW, args: () => [{ fileId: 'blk_ready' }] },
  { name: 'bulk-file-failed', workflow: BULK_FILE_WORKFLOW, args: () => [{ fileId: 'blk_failed' }] },
  { name: 'mature-earnings', workflow: MATURE_EARNINGS_WORKFLOW, args: () => [] },
  { name: 'ticket-mails-sent', workflow: TICKET_MAILS_WORKFLOW, args: () => [{ orderId: 'ord_recorded' }] },
  { name: 'ticket-mails-several', workflow: TICKET_MAILS_WORKFLOW, args: () => [{ orderId: 'ord_several' }] },
  {
    name: 'event-announcement-settled',
    workflow: EVENT_ANNOUNCEMENT_WORKFLOW,
    args: () => [{ announcementId: 'ann_settling' }],
  },
  {
    name: 'event-announcement-sent',
    workflow: EVENT_ANNOUNCEMENT_WORKFLOW,
    args: () => [{ announcementId: 'ann_sent' }],
  },
  {
    name: 'event-announcement-superseded',
    workflow: EVENT_ANNOUNCEMENT_WORKFLOW,
    args: () => [{ announcementId: 'ann_superseded' }],
  },
  {
    name: 'event-announcement-stopped',
    workflow: EVENT_ANNOUNCEMENT_WORKFLOW,
    args: () => [{ announcementId: 'ann_stopped' }],
    signal: { name: STOP_SIGNAL, args: [] },
  },
  { name: 'event-refunds-refunded', workflow: EVENT_REFUNDS_WORKFLOW, args: () => [{ eventId: 'evt_recorded' }] },
  { name: 'event-refunds-reinstated', workflow: EVENT_REFUNDS_WORKFLOW, args: () => [{ eventId: 'evt_reinstated' }] },
  {
    name: 'event-refunds-woken',
    workflow: EVENT_REFUNDS_WORKFLOW,
    args: () => [{ eventId: 'evt_woken' }],
    signal: { name: EVENT_REFUNDS_CHANGED_SIGNAL, args: [] },
  },
  { name: 'order-holds', workflow: ORDER_HOLDS_WORKFLOW, args: holds },
  { name: 'refund-sent', workflow: REFUND_WORKFLOW, args: () => [{ refundId: 'rfd_recorded' }] },
];

const failed = new Set<string>();
let matured = 0;

const activities = {
  ...settlementActivities,
  expireOrder: async (orderId: string) => {
    if (orderId === 'ord_shaky' && failed.size < 2) {
      failed.add(`${orderId} ${failed.size}`);
      throw new Error('the database is away');
    }
    return { status: 'expired' };
  },
  planRound: async ({ endpointId }: EndpointDeliveriesInput) => planRound(endpointId),
  sendRound: async ({ endpointId }: EndpointDeliveriesInput): Promise<Round> => ({
    ended: [{ attempt: 2, outcome: 'http_5xx', count: 97 }],
    standing: planRound(endpointId),
  }),
  commandDeliveries: async () => 'is due now',
  endHolds: async (orderIds: string[]) => ({ expired: orderIds.length }),
  countHolds: async (orderIds: string[]) => ({ awaiting_payment: orderIds.length - 1, paid: 1 }),
  buildBulkFile: async ({ fileId }: BulkFileInput) => {
    if (fileId === 'blk_failed') throw new Error('the storage is away');
    return { state: 'ready', events: 3, bytes: 900 };
  },
  failBulkFile: async () => {},
  matureBatch: async () => {
    matured += 1;
    return { events: 1, reviewed: 2, approved: 3, ready: 4, more: matured < 3 };
  },
  advanceEventRefunds: async ({ eventId }: { eventId: string }) => advanceEventRefunds(eventId),
  sendRefund: async () => 'recorded',
  sendTicketMail: async (orderId: string): Promise<SentTicketMail> => {
    mailed += 1;
    return { state: 'sent', more: orderId === 'ord_several' && mailed < 4 };
  },
  queueAnnouncementPage: async ({
    announcementId,
    after,
  }: {
    announcementId: string;
    after: string;
  }): Promise<AnnouncementPage> => {
    if (announcementId === 'ann_settling' && !settled) {
      settled = true;
      return { after, queued: 0, superseded: false, waitMs: 600_000 };
    }
    return {
      after: after === '' ? 'ord_1' : null,
      queued: 2,
      superseded: announcementId === 'ann_superseded' && after !== '',
    };
  },
  endAnnouncement: async () => {},
};

const stepsTaken = new Map<string, number>();

/** Waits, refunds two pages and ends; one is woken while it waits, one finds its event reinstated. */
function advanceEventRefunds(eventId: string): EventRefundsStep {
  const n = (stepsTaken.get(eventId) ?? 0) + 1;
  stepsTaken.set(eventId, n);
  const counts = { after: '', waiting: 2, refunded: 0, failed: 0, pausedBy: null };
  if (n === 1) return { ...counts, state: 'waiting', waitMs: 86_400_000 };
  if (eventId === 'evt_reinstated') return { ...counts, state: 'reinstated', waitMs: null };
  if (n === 2) return { ...counts, state: 'refunding', waitMs: 0, after: 'ord_1', waiting: 1, refunded: 1 };
  if (n === 3) return { ...counts, state: 'refunding', waitMs: 600_000, failed: 1, waiting: 1, refunded: 1 };
  return { ...counts, state: 'refunded', waitMs: null, waiting: 0, refunded: 2 };
}

let mailed = 0;
let settled = false;

const planned = new Map<string, number>();

/** Waiting deliveries: for a minute, then now, then none. */
function planRound(endpointId: string): EndpointStatus {
  const turn = planned.get(endpointId) ?? 0;
  planned.set(endpointId, turn + 1);
  const read = { of: 'Webhook of Partner at hooks.example', at: '2026-11-22T14:05:58.000Z' };
  if (turn > 2) return { ...read, state: 'retrying', waiting: [], next: null, failing: null, oldest: [] };
  return {
    ...read,
    state: turn === 0 ? 'retrying' : 'failing',
    waiting: [{ attempt: 2 + turn, count: 97 }],
    next: { at: '2026-11-22T14:06:10.250Z', waitMs: turn === 1 ? 0 : 60_000, attempt: 2 + turn },
    failing: { since: '2026-11-22T13:20:00.000Z', as: 'http_5xx', disabledAt: '2026-11-27T13:20:00.000Z' },
    oldest: ['dlv_1'],
  };
}

async function record(): Promise<void> {
  const path = await locateTimeSkippingServer(console.log);
  const environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
  await addSearchAttributes(environment.connection, environment.namespace ?? 'default');
  mkdirSync(FOLDER, { recursive: true });
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: QUEUE,
    workflowBundle: { codePath: join(projectRoot(), 'dist/workflow-bundle.js') },
    activities,
  });
  await worker.runUntil(async () => {
    for (const recording of RECORDINGS.filter(({ name }) => only.length === 0 || only.includes(name))) {
      const handle = await environment.client.workflow.start(recording.workflow, {
        workflowId: recording.name,
        taskQueue: QUEUE,
        args: recording.args(await environment.currentTimeMs()),
        workflowExecutionTimeout: '30 days',
      });
      if (recording.signal) {
        await waitFor(async () =>
          (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes),
        );
        await handle.signal(recording.signal.name, ...recording.signal.args);
      }
      await handle.result().catch(() => {});
      // Without what belongs to the machine it was recorded on: the worker's name, and the project's folder.
      const history = historyToJSON(await handle.fetchHistory())
        .replace(/"\d+@[^"]*"/g, '"recorder"')
        .replaceAll(`${process.cwd()}/`, '');
      writeFileSync(join(FOLDER, `${recording.name}.json`), `${JSON.stringify(JSON.parse(history), null, 1)}\n`);
      console.log(`recorded ${recording.name}`);
    }
  });
  await environment.teardown();
}

void record().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
