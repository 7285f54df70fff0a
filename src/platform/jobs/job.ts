import type { Context } from '../context/context.js';
import type { OutboxTopic } from '../outbox/messages.js';
import type { Queue, TemporalClient } from '../temporal/client.js';
import type { SchedulePlan } from '../temporal/schedules.js';
import type { StoredTrace } from '../traces/trace-context.js';

/** The counts of what became of subjects, by `<job> <outcome>`. */
export const JOB_RUNS = 'job runs';
export const JOB_OUTCOMES = ['started', 'done', 'failed', 'set_aside'] as const;

export interface WorkflowFacts {
  id: string;
  /** Ids only: everybody with access to Temporal can read it. */
  input: object;
  summary: string;
  details?: string;
  /** Search attributes; null ones are left out. */
  attributes?: Readonly<Record<string, string | null>>;
  /** The call that the work is traced to. */
  trace?: StoredTrace;
  /** The longest time that it may run, such as `30 days`; no limit when absent. */
  timeout?: '1 day' | `${number} days` | `${number} minutes`;
  /** Absent: a workflow that completed is started again too. */
  reuse?: 'ALLOW_DUPLICATE_FAILED_ONLY' | 'REJECT_DUPLICATE';
}

export interface JobWorkflow<Facts> {
  type: string;
  queue: Queue;
  /** The shape of its id, for people: `refund/<refund id>`. */
  id: string;
  /** Sent to a workflow that runs when a message names its subject again. */
  signal?: string;
  describe?(subject: string, facts: Facts): WorkflowFacts;
  /** For starts that the whole batch decides about; instead of `describe`. */
  start?(ctx: Context, temporal: TemporalClient, batch: readonly Facts[]): (facts: Facts) => Promise<unknown>;
}

export interface Turn {
  /** The workflow of the subject runs, or has just been started: only late work is done here too. */
  workflowRuns: boolean;
  /** `performance.now()` at which long work should return {@link AGAIN}. */
  until: number;
  /** Aborted when this process ends. */
  ending: AbortSignal;
}

/** Returned by `run` when there is more to do: the subject gets its next turn after the others that wait. */
export const AGAIN = Symbol('again');

/** A subject that should have been finished. */
export interface Overdue {
  subject: string;
  since: Date;
}

/** A page of overdue subjects, in the order of `since` and `subject`. */
export interface OverduePage {
  before: Date;
  /** The last subject of the previous page; null for the first page. */
  after: Overdue | null;
  limit: number;
}

interface Described {
  name: string;
  room: string;
  /** Its purpose in one sentence. */
  does: string;
  /** Instructions for an operator when it is late or fails, in Markdown. */
  runbook: string;
}

/** Background work for one subject at a time: an order, a refund, a mail. */
export interface Job<Facts = unknown> extends Described {
  kind: 'subject';
  /** Messages of this topic name the subjects. A room writes them with `enqueue`, in the transaction of the change. */
  topic: OutboxTopic;
  /** What makes messages of the topic: one sentence. */
  trigger: string;
  /** Looks up, or records, the facts of these subjects. A subject that is absent in the result needs no work. */
  load?(ctx: Context, subjects: string[]): Promise<ReadonlyMap<string, Facts>>;
  /** Absent: the work needs no Temporal, and `run` does it. */
  workflow?: JobWorkflow<Facts>;
  /** Does the work here: without Temporal, or late. Idempotent, also while the workflow runs; one call a subject. */
  run?(ctx: Context, subject: string, turn: Turn): Promise<unknown>;
  /** A first attempt that costs less than a workflow. @returns false: start the workflow for the rest. */
  firstAttempt?(ctx: Context, subject: string, ending: AbortSignal): Promise<boolean>;
  /** Subjects that should have been finished before an instant. */
  findOverdue?(ctx: Context, page: OverduePage): Promise<Overdue[]>;
  /** An unfinished subject gets its workflow again after this many milliseconds; with `findOverdue`. */
  lostAfter?: number;
  /** An unfinished subject is also run without Temporal after this many milliseconds; with `findOverdue` and `run`. */
  runInlineAfter?: number;
  /** Operators are alerted of a waiting subject after this many milliseconds. */
  alertAfter: number;
  /** Most subjects of one batch; 100 when absent. */
  batch?: number;
  /** Subjects that are worked on at the same time; when absent, as many as Temporal answers quickly. */
  atOnce?: number;
  /** Pause after a batch that is not full, in milliseconds, so that the next one has more subjects. */
  gatherMs?: number;
}

/** Work that takes whatever is due in one transaction after another: projections and fan-outs. It needs no Temporal. */
export interface LoopJob extends Described {
  kind: 'loop';
  trigger: string;
  /** Absent: `isDue` says when there is something to do. */
  topic?: OutboxTopic;
  isDue?(ctx: Context): Promise<boolean>;
  /** Does one batch; returns how much it did. A failure is retried after a growing pause. */
  run(ctx: Context): Promise<{ done: number; failure?: unknown }>;
  alertAfter: number;
}

export interface PeriodicJob extends Described {
  kind: 'periodic';
  /** Run by the workers from `job_clocks`, also while Temporal is away. */
  clock?: {
    /** Milliseconds from the end of a run to the next. */
    every: number;
    /** Safe to run at any time; one worker at a time runs it. */
    run(ctx: Context, temporal: TemporalClient): Promise<unknown>;
  };
  /** Temporal's Schedule: operators see each run, pause it and trigger it. */
  schedule?: Omit<SchedulePlan, 'id' | 'note'>;
}

export type AnyJob = Job | LoopJob | PeriodicJob;

/** @returns the job without the type of its facts, which only the job itself reads. */
export function defineJob<Facts = unknown>(job: Omit<Job<Facts>, 'kind'>): Job {
  return { kind: 'subject', ...job } as unknown as Job;
}

export function defineLoopJob(job: Omit<LoopJob, 'kind'>): LoopJob {
  return { kind: 'loop', ...job };
}

export function definePeriodicJob(job: Omit<PeriodicJob, 'kind'>): PeriodicJob {
  return { kind: 'periodic', ...job };
}

export function schedulesOf(jobs: readonly AnyJob[]): SchedulePlan[] {
  return jobs.flatMap((job) =>
    job.kind === 'periodic' && job.schedule ? [{ id: job.name, note: job.does, ...job.schedule }] : [],
  );
}
