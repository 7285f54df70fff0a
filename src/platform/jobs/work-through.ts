import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from '../database/database.js';
import type { TemporalClient } from '../temporal/client.js';
import { clippedSummary, keyword, signalWithStart, startWorkflow } from '../temporal/start-workflow.js';
import { isAway } from '../temporal/unavailable-temporal.js';
import { withTrace } from '../traces/current-trace.js';
import { storedTrace } from '../traces/trace-context.js';
import { AGAIN, type Job, type JobWorkflow, type WorkflowFacts } from './job.js';
import type { Pace } from './pace.js';
import type { JobSite } from './site.js';
import { lockSubject, stayAwake } from './sql.js';

/** After this time a batch begins no more subjects: a worker that ends waits for it. */
const LONGEST_MS = 5_000;
/** A transaction that is idle for a minute would be ended. */
const AWAKE_MS = 10_000;
/** A first attempt that takes longer runs at the same time as the next batches … */
const SLOW_MS = 2_000;
/** … up to this number in a job. */
const MAX_SLOW = 20;
/** How long a process that ends waits for those before it aborts them. */
const SETTLE_MS = 10_000;

export interface Item {
  subject: string;
  /** The subject is also run here if its workflow was started. */
  isLate: boolean;
  /** The subject was announced: its workflow gets the signal, and a first attempt is made. */
  isNew: boolean;
}

/** What became of a subject; `busy`: another worker runs it; absent: the batch did not come to it. */
export type Outcome = 'started' | 'done' | 'again' | 'busy' | { error: unknown };

export interface Worked {
  outcomes: Map<string, Outcome>;
  /** Why the batch was given up: the cause is Temporal, not the subjects. */
  away?: unknown;
}

export interface JobState {
  pace: Pace;
  slow: Set<Promise<unknown>>;
}

/** Starts or runs the subjects, several at once; one failure affects no other. @param tx holds the locks of those run here. */
export async function workThrough(
  site: JobSite,
  job: Job,
  state: JobState,
  { tx, items }: { tx: Transaction; items: readonly Item[] },
): Promise<Worked> {
  const worked: Worked = { outcomes: new Map() };
  const awake = setInterval(() => void stayAwake(tx).catch(() => {}), AWAKE_MS);
  try {
    const facts = await loadFacts(site, job, items);
    const start = starter(
      site,
      job,
      [...facts.values()].flatMap((fact) => ('facts' in fact ? [fact.facts] : [])),
    );
    const until = performance.now() + LONGEST_MS;
    const underWay = new Set<Promise<void>>();
    let temporalIsAway = false;

    const advance = async (item: Item): Promise<Outcome | { away: unknown }> => {
      const { subject } = item;
      const found = facts.get(subject);
      if (!found) return 'done';
      if ('error' in found) return found;
      if (job.firstAttempt && item.isNew) {
        const first = await firstAttempt(site, job, state, { subject, startWorkflow: () => start(found.facts, item) });
        if (first) return 'done';
      }
      let workflowRuns = false;
      if (job.workflow && !temporalIsAway) {
        try {
          await start(found.facts, item);
          workflowRuns = true;
        } catch (error) {
          if (!job.run) return isAway(error) ? { away: error } : { error };
          temporalIsAway = true;
          site.ctx.foldedLog.log('warn', `start ${job.name}`, { job: job.name, err: error }, REFUSES);
        }
      }
      if (!job.run || (workflowRuns && !item.isLate)) return 'started';
      if (!(await lockSubject(tx, job.name, subject))) return 'busy';
      const result = await job.run(site.ctx, subject, { workflowRuns, until, ending: site.ending.signal });
      return result === AGAIN ? 'again' : 'done';
    };

    for (const item of items) {
      while (underWay.size >= (job.atOnce ?? state.pace.atOnce)) await Promise.race(underWay);
      if (worked.away !== undefined || site.ending.signal.aborted || performance.now() >= until) break;
      const work = state.pace
        .run(() => advance(item))
        .catch((error: unknown) => ({ error }))
        .then((outcome) => {
          if (typeof outcome === 'object' && 'away' in outcome) worked.away ??= outcome.away;
          else worked.outcomes.set(item.subject, outcome);
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
    await Promise.all(underWay);
  } finally {
    clearInterval(awake);
  }
  return worked;
}

const REFUSES = 'Temporal takes no starts: the work is done without it';

type Found = { facts: unknown } | { error: unknown };

/** The facts that the job needs of each subject. If the lookup of all fails, each is looked up alone. */
async function loadFacts({ ctx }: JobSite, job: Job, items: readonly Item[]): Promise<Map<string, Found>> {
  const subjects = items.map(({ subject }) => subject);
  const { load } = job;
  if (!load) return new Map(subjects.map((subject) => [subject, { facts: undefined }]));
  const found = new Map<string, Found>();
  const keep = (loaded: ReadonlyMap<string, unknown>) => {
    for (const [subject, facts] of loaded) found.set(subject, { facts });
  };
  try {
    keep(await load(ctx, subjects));
  } catch {
    for (const subject of subjects) {
      await load(ctx, [subject]).then(keep, (error: unknown) => found.set(subject, { error }));
    }
  }
  return found;
}

type Start = (facts: unknown, item: Item) => Promise<unknown>;

function starter({ ctx, temporal }: JobSite, { workflow }: Job, batch: unknown[]): Start {
  const startOne = workflow?.start?.(ctx, temporal, batch);
  return async (facts, { subject, isNew }) => {
    if (startOne) return startOne(facts);
    const described = workflow?.describe?.(subject, facts);
    if (workflow && described) await startJobWorkflow(temporal, workflow, described, { signal: isNew });
  };
}

/**
 * Starts the workflow of a subject. A running workflow counts as started.
 *
 * @param options.signal whether a workflow that runs gets the job's signal.
 * @returns whether this call started or signalled it.
 * @throws when the server cannot be reached or refuses the start.
 */
export async function startJobWorkflow(
  temporal: TemporalClient,
  { type, queue, signal }: Pick<JobWorkflow<unknown>, 'type' | 'queue' | 'signal'>,
  facts: WorkflowFacts,
  options: { signal: boolean } = { signal: false },
): Promise<boolean> {
  const started = {
    workflowId: facts.id,
    workflowIdReusePolicy: facts.reuse ?? ('ALLOW_DUPLICATE' as const),
    taskQueue: temporal.queue(queue),
    args: [facts.input],
    ...(facts.timeout && { workflowExecutionTimeout: facts.timeout }),
    staticSummary: clippedSummary(facts.summary),
    staticDetails: facts.details,
    typedSearchAttributes: Object.entries(facts.attributes ?? {}).flatMap(([name, value]) =>
      value === null ? [] : [keyword(name, value)],
    ),
  };
  const start = (): Promise<unknown> =>
    signal !== undefined && options.signal
      ? signalWithStart(temporal, type, { ...started, signal, signalArgs: [] })
      : startWorkflow(temporal, type, started);
  return (await withTrace(facts.trace && storedTrace(facts.trace), start)) !== null;
}

/**
 * Makes the first attempt of a subject. If it is slow, the batch does not wait for it: a crash then leaves the subject to the check for
 * overdue ones.
 *
 * @returns false when the workflow has to be started now.
 */
async function firstAttempt(
  { ctx, ending }: JobSite,
  job: Job,
  { slow }: JobState,
  { subject, startWorkflow }: { subject: string; startWorkflow: () => Promise<unknown> },
): Promise<boolean> {
  if (!job.firstAttempt || slow.size >= MAX_SLOW) return false;
  const attempt = job.firstAttempt(ctx, subject, ending.signal);
  const isSlow = await Promise.race([attempt.then(() => false), pause(SLOW_MS, true, { ref: false })]);
  if (!isSlow) return attempt;
  const rest = attempt
    .then((isDone) => (isDone ? undefined : startWorkflow()))
    .catch((err: unknown) =>
      ctx.foldedLog.log('warn', job.name, { job: job.name, subject, err }, 'a slow attempt failed'),
    )
    .finally(() => slow.delete(rest));
  slow.add(rest);
  return true;
}

/** Waits for slow first attempts when the process ends. */
export async function settleSlow({ ending }: JobSite, { slow }: JobState): Promise<void> {
  // The other jobs share the signal.
  if (slow.size === 0) return;
  await Promise.race([Promise.all(slow), pause(SETTLE_MS, null, { ref: false })]);
  ending.abort();
  await Promise.all(slow);
}
