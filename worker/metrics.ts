import { collectDefaultMetrics, Registry } from 'prom-client';
import { JOBS } from '../src/context/jobs.js';
import { ATTEMPT_OUTCOMES, ATTEMPTS } from '../src/deliveries/sender/attempt.js';
import { FIRST_ATTEMPTS } from '../src/deliveries/sender/dispatcher.js';
import type { Sender } from '../src/deliveries/sender/sender.js';
import type { Context } from '../src/platform/context/context.js';
import { JOB_OUTCOMES, JOB_RUNS, schedulesOf } from '../src/platform/jobs/job.js';
import { REFUSAL_RESULTS, REFUSALS } from '../src/platform/mail/send-mail.js';
import { askedOnce } from '../src/platform/metrics/asked-once.js';
import { watchDatabase } from '../src/platform/metrics/database-metrics.js';
import type { ProcessCounts } from '../src/platform/metrics/process-counts.js';
import { watch } from '../src/platform/metrics/watch.js';
import { OUTBOX_TOPICS } from '../src/platform/outbox/messages.js';
import { NOT_PASSED_ON, PASSED_ON } from '../src/platform/outbox/relay.js';
import type { TemporalClient } from '../src/platform/temporal/client.js';
import { readScheduleLags } from '../src/platform/temporal/schedule-lag.js';
import { readBacklog } from './backlog.js';
import { BACKLOG_GAUGES } from './backlog-gauges.js';

/** Several scrapers ask the database and Temporal once; neither keeps a scrape waiting for longer than this. */
const BACKLOG = { keepMs: 5_000, deadlineMs: 3_000 };
const SCHEDULE_LAGS = { keepMs: 15_000, deadlineMs: 3_000 };

/** How often the lag of the event loop is sampled: each time wakes an idle process. The reported lag includes this interval. */
const LAG_EVERY_MS = 50;

/**
 * The metrics of one worker process: its own work, and the backlog in the database and behind the Schedules, which is
 * the same in every worker. Labels are our own names: no key, company, IP address or id.
 */
export function createWorkerMetrics(
  ctx: Context,
  temporal: TemporalClient,
  { sender, joined }: { sender: Pick<Sender, 'shards' | 'counts'>; joined: () => boolean },
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  watchDatabase(ctx, registry);
  watchCounts(ctx.counts, registry);
  watchSender(sender, registry);
  watchJobs(ctx.counts, registry);
  watchBacklog(ctx, registry);
  watchSchedules(ctx, temporal, registry);
  watch(registry, {
    name: 'partner_events_temporal_joined',
    help: "1 if this process serves Temporal's task queues, 0 while it waits for the server.",
    read: () => Number(joined()),
  });
  return registry;
}

function watchCounts(counts: ProcessCounts, registry: Registry): void {
  const counters = [
    {
      name: 'partner_events_delivery_attempts_total',
      help: 'Delivery attempts that ended in this process, by outcome; ok: the receiver responded 2xx.',
      of: ATTEMPTS,
      label: 'outcome',
      values: ATTEMPT_OUTCOMES,
    },
    {
      name: 'partner_events_first_attempts_total',
      help: 'First attempts that ended in this process, by lane.',
      of: FIRST_ATTEMPTS,
      label: 'lane',
      values: ['fast', 'slow'],
    },
    {
      name: 'partner_events_mail_refusals_total',
      help: 'Refusals (5xx) by the mail server that this process met; given_up: that mail is not tried again.',
      of: REFUSALS,
      label: 'result',
      values: REFUSAL_RESULTS,
    },
    {
      name: 'partner_events_outbox_passed_on_total',
      help: 'Outbox messages that this process passed on, by topic.',
      of: PASSED_ON,
      label: 'topic',
      values: OUTBOX_TOPICS,
    },
    {
      name: 'partner_events_outbox_failed_total',
      help: 'Outbox messages and batches that this process could not pass on and will retry, by topic.',
      of: NOT_PASSED_ON,
      label: 'topic',
      values: OUTBOX_TOPICS,
    },
  ];
  for (const { name, help, of, label, values } of counters) {
    const read = () => values.map((value) => [{ [label]: value }, counts.of(of).get(value) ?? 0] as const);
    watch(registry, { name, help, labels: [label], read });
  }
}

function watchJobs(counts: ProcessCounts, registry: Registry): void {
  const jobs = JOBS.filter((job) => job.kind !== 'periodic');
  const countOf = (job: string, outcome: string) => counts.of(JOB_RUNS).get(`${job} ${outcome}`) ?? 0;
  watch(registry, {
    name: 'partner_events_job_runs_total',
    help: 'Subjects of jobs in this process, by outcome. started: their workflow; done: the work itself; set_aside: after too many failures.',
    labels: ['job', 'outcome'],
    read: () =>
      jobs.flatMap(({ name: job }) =>
        JOB_OUTCOMES.map((outcome) => [{ job, outcome }, countOf(job, outcome)] as const),
      ),
  });
  watch(registry, {
    name: 'partner_events_job_alert_seconds',
    help: 'How long a subject of a job may wait before operators are alerted.',
    labels: ['job'],
    read: () => jobs.map(({ name: job, alertAfter }) => [{ job }, alertAfter / 1_000]),
  });
}

function watchBacklog(ctx: Context, registry: Registry): void {
  const backlog = askedOnce(() => readBacklog(ctx.sql, ctx.clock.now()), BACKLOG);
  for (const { name, help, label, values = [] } of BACKLOG_GAUGES) {
    const labelled = (value: string | undefined) => (label && value !== undefined ? { [label]: value } : {});
    watch(registry, {
      name: `partner_events_${name}`,
      help,
      labels: label ? [label] : [],
      async read() {
        const readings = await backlog();
        const own = readings?.filter((reading) => reading.name === name);
        const zeros = values.map((value) => [labelled(value), 0] as const);
        return own ? [...zeros, ...own.map((reading) => [labelled(reading.label), reading.value] as const)] : null;
      },
    });
  }
  watch(registry, {
    name: 'partner_events_backlog_readable',
    help: '1 if the backlog in the database could be read, else 0.',
    read: async () => Number((await backlog()) !== null),
  });
}

function watchSchedules(ctx: Context, temporal: TemporalClient, registry: Registry): void {
  const ids = schedulesOf(JOBS).map(({ id }) => id);
  const lags = askedOnce(() => readScheduleLags(temporal, ids, ctx.clock), SCHEDULE_LAGS);
  const gauges = [
    {
      name: 'partner_events_schedule_lag_seconds',
      help: 'How late the last run of a Schedule started, or how long the next one has been due.',
      of: 'lagSeconds',
    },
    {
      name: 'partner_events_schedule_running_seconds',
      help: 'How long the current run of a Schedule has taken; 0 if none runs.',
      of: 'runningSeconds',
    },
    { name: 'partner_events_schedule_paused', help: '1 for a Schedule that an operator paused.', of: 'paused' },
  ] as const;
  for (const { name, help, of } of gauges) {
    const read = async () => (await lags())?.map((lag) => [{ schedule: lag.id }, Number(lag[of])] as const) ?? null;
    watch(registry, { name, help, labels: ['schedule'], read });
  }
  watch(registry, {
    name: 'partner_events_schedules_readable',
    help: '1 if the Schedules could be read from Temporal, else 0.',
    read: async () => Number((await lags()) !== null),
  });
}

const LANES = ['fast', 'slow'] as const;

/** The work in hand of this process's delivery sender. */
function watchSender(sender: Pick<Sender, 'shards' | 'counts'>, registry: Registry): void {
  watch(registry, {
    name: 'partner_events_sender_shards',
    help: 'Shards of endpoints that this process sends to.',
    read: () => sender.shards,
  });
  const gauges = [
    {
      name: 'in_flight',
      of: 'underWay',
      help: 'Attempts that this process is making, first ones and retries, by lane.',
    },
    {
      name: 'claimed',
      of: 'ahead',
      help: 'Attempts that this process has claimed and not begun, first ones and retries, by lane.',
    },
  ] as const;
  for (const { name, of, help } of gauges) {
    const read = () => LANES.map((lane) => [{ lane }, sender.counts(lane)[of]] as const);
    watch(registry, { name: `partner_events_sender_${name}`, help, labels: ['lane'], read });
  }
}
