import type { Context } from '../context/context.js';
import type { TemporalClient } from '../temporal/client.js';
import type { AnyJob, Overdue } from './job.js';
import { listClocks, listJobMessages, type OpenSubject, sumJobMessages } from './sql.js';

export interface JobStatus extends Pick<AnyJob, 'name' | 'room' | 'does'> {
  /** Subjects that wait, failing ones included. */
  waiting: number;
  oldestAt: Date | null;
  /** Subjects that were set aside after too many failures. */
  setAside: number;
  /** Running workflows; null: there are none of this job, or Temporal does not answer. */
  running: number | null;
  lastFailure: string | null;
  lastFailedAt: Date | null;
}

/** @param temporal null: running workflows are not counted. */
export async function listJobs(
  ctx: Context,
  jobs: readonly AnyJob[],
  temporal: TemporalClient | null,
): Promise<JobStatus[]> {
  const [messages, clocks] = await Promise.all([sumJobMessages(ctx.sql), listClocks(ctx.sql)]);
  const ofTopic = new Map(messages.map((row) => [row.topic, row]));
  const ofClock = new Map(clocks.map((row) => [row.id, row]));
  return Promise.all(
    jobs.map(async (job): Promise<JobStatus> => {
      const { name, room, does } = job;
      const row = job.kind === 'periodic' || !job.topic ? undefined : ofTopic.get(job.topic);
      const clock = ofClock.get(name);
      const failed = row?.failure ? row : clock?.failure ? { failure: clock.failure, triedAt: clock.endedAt } : null;
      return {
        ...{ name, room, does },
        waiting: row?.waiting ?? 0,
        oldestAt: row?.oldest ?? null,
        setAside: row?.setAside ?? 0,
        running: temporal && (await countRunning(ctx, temporal, runsOf(job, temporal))),
        lastFailure: failed?.failure ?? null,
        lastFailedAt: failed?.triedAt ?? null,
      };
    }),
  );
}

/** The filter of a job's workflows; undefined: it has none. */
function runsOf(job: AnyJob, { suffix }: TemporalClient): string | undefined {
  if (job.kind === 'subject') return job.workflow && `WorkflowType = '${job.workflow.type}'`;
  if (job.kind !== 'periodic' || !job.schedule) return undefined;
  return `TemporalScheduledById = '${job.name}${suffix}'`;
}

async function countRunning(ctx: Context, temporal: TemporalClient, runs: string | undefined): Promise<number | null> {
  if (runs === undefined) return null;
  const query = `${runs} AND ExecutionStatus = 'Running'`;
  const { namespace } = ctx.config.temporal;
  return temporal
    .call(() => temporal.connection.workflowService.countWorkflowExecutions({ namespace, query }))
    .then(({ count }) => Number(count))
    .catch(() => null);
}

/** The subjects that wait for a job, and the overdue subjects, oldest first. */
export async function listOpenSubjects(ctx: Context, job: AnyJob, limit: number): Promise<OpenSubject[]> {
  if (job.kind === 'periodic' || !job.topic) return [];
  const messages: OpenSubject[] = await listJobMessages(ctx.sql, job.topic, limit);
  const known = new Set(messages.map(({ subject }) => subject));
  const overdue = job.kind === 'subject' ? await findOverdue(ctx, job, limit) : [];
  const others = overdue
    .filter(({ subject }) => !known.has(subject))
    .map((row): OpenSubject => ({ ...row, failures: 0, state: 'overdue', nextAt: null, failure: null }));
  return [...messages, ...others].sort((a, b) => a.since.getTime() - b.since.getTime()).slice(0, limit);
}

async function findOverdue(ctx: Context, job: AnyJob & { kind: 'subject' }, limit: number): Promise<Overdue[]> {
  const before = new Date(ctx.clock.now().getTime() - (job.lostAfter ?? 0));
  return (await job.findOverdue?.(ctx, { before, after: null, limit })) ?? [];
}
