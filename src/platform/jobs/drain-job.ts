import { groupBy } from '../../core/group-by.js';
import type { JobMessage } from '../outbox/messages.js';
import type { Drain, Drained } from '../outbox/relay.js';
import { countFailure } from './count-failure.js';
import { JOB_RUNS, type Job } from './job.js';
import { Pace } from './pace.js';
import type { JobSite } from './site.js';
import { deleteMessages, lockJobMessages, type Postponed, postponeMessages } from './sql.js';
import { type JobState, type Outcome, settleSlow, workThrough } from './work-through.js';

const BATCH = 100;
/** How long a subject waits that another worker runs. */
const BUSY_MS = 1_000;

/**
 * Handles a batch of a job's messages: new ones, oldest first, and some whose retry is due. A message is locked until
 * its subject was handled and deleted in the same transaction: a crash in between repeats the work. A failing subject
 * does not delay others.
 */
export async function drainJob(site: JobSite, job: Job, state: JobState): Promise<Drained> {
  const { ctx } = site;
  return site.sql.begin(async (tx) => {
    const messages = await lockJobMessages(tx, job.topic, job.batch ?? BATCH);
    if (messages.length === 0) return { done: 0, failed: 0 };
    const bySubject = groupBy(messages, ({ key }) => key);
    const lateBefore = ctx.clock.now().getTime() - (job.runInlineAfter ?? Number.POSITIVE_INFINITY);
    const items = [...bySubject].map(([subject, same]) => ({
      subject,
      isNew: same.some(({ attempts }) => attempts === 0),
      isLate: same.some(({ attempts, createdAt }) => attempts > 0 && createdAt.getTime() < lateBefore),
    }));
    const { outcomes, away } = await workThrough(site, job, state, { tx, items });
    const ended = sortOut(site, job, bySubject, outcomes);
    await deleteMessages(tx, job.topic, ended);
    await postponeMessages(tx, ended.postponed);
    const { subjects, failed, error } = ended;
    return { done: subjects, failed, error: error ?? away, wait: away !== undefined };
  });
}

interface Ended {
  handled: JobMessage[];
  /** All messages of a subject that is handled again, except one. */
  merged: JobMessage[];
  /** Subjects that were handled, or had a turn. */
  subjects: number;
  postponed: Postponed[];
  failed: number;
  error?: unknown;
}

/** Which messages are deleted, and which are handled again when. */
function sortOut(
  site: JobSite,
  job: Job,
  bySubject: ReadonlyMap<string, JobMessage[]>,
  outcomes: ReadonlyMap<string, Outcome>,
): Ended {
  const ended: Ended = { handled: [], merged: [], subjects: 0, postponed: [], failed: 0 };
  for (const [subject, outcome] of outcomes) {
    const same = bySubject.get(subject) ?? [];
    const attempts = Math.max(...same.map((message) => message.attempts));
    if (outcome === 'started' || outcome === 'done') {
      site.ctx.counts.add(JOB_RUNS, `${job.name} ${outcome}`, 1);
      ended.subjects += 1;
      ended.handled.push(...same);
      continue;
    }
    const [{ id }, ...others] = same as [JobMessage, ...JobMessage[]];
    ended.merged.push(...others);
    if (outcome === 'again') {
      ended.subjects += 1;
      ended.postponed.push({ id, attempts: 0, delayMs: 0, failure: null });
    } else if (outcome === 'busy') ended.postponed.push({ id, attempts, delayMs: BUSY_MS, failure: null });
    else {
      const failure = countFailure(site, job.name, { subject, failures: attempts + 1, error: outcome.error });
      ended.postponed.push({ id, attempts: attempts + 1, ...failure });
      ended.failed += 1;
      ended.error ??= outcome.error;
    }
  }
  return ended;
}

export function newJobState(): JobState {
  return { pace: new Pace(), slow: new Set() };
}

export function createJobDrain(site: JobSite, job: Job, state = newJobState()): Drain {
  let nextAt = 0;
  return {
    topic: job.topic,
    async run() {
      if (performance.now() < nextAt) return { done: 0, failed: 0 };
      const drained = await drainJob(site, job, state);
      const { gatherMs, batch = BATCH } = job;
      if (gatherMs !== undefined && drained.done > 0 && drained.done < batch) nextAt = performance.now() + gatherMs;
      return drained;
    },
    settle: () => settleSlow(site, state),
  };
}
