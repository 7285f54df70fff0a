import { countFailure } from './count-failure.js';
import { JOB_RUNS, type Job, type Overdue } from './job.js';
import type { JobSite } from './site.js';
import { findAnnounced, insertFailed } from './sql.js';
import { type JobState, workThrough } from './work-through.js';

const PAGE = 200;
/** After this time the rest is left to the next check, which goes on from there. */
const LONGEST_MS = 20_000;

/**
 * Starts again the workflows of subjects that should have been finished, in case they were lost, and runs those here that are late. A
 * subject with a message is left to the drain.
 *
 * @param after where the check before stopped; null: at the first.
 * @returns how many were dealt with, and where the next check goes on.
 */
export async function checkOverdue(
  site: JobSite,
  job: Job,
  state: JobState,
  after: Overdue | null = null,
): Promise<{ checked: number; after: Overdue | null }> {
  const { ctx } = site;
  const { findOverdue, lostAfter = 0, runInlineAfter = Number.POSITIVE_INFINITY } = job;
  if (!findOverdue) return { checked: 0, after: null };
  const until = performance.now() + LONGEST_MS;
  let checked = 0;
  for (let last = after; ; ) {
    const now = ctx.clock.now().getTime();
    const page = await findOverdue(ctx, { before: new Date(now - lostAfter), after: last, limit: PAGE });
    const announced = await findAnnounced(
      ctx.sql,
      job.topic,
      page.map(({ subject }) => subject),
    );
    const left = page.filter(({ subject }) => !announced.has(subject));
    const isAway = await checkPage(site, job, state, {
      left,
      isLate: ({ since }) => since.getTime() < now - runInlineAfter,
    });
    checked += left.length;
    last = page.at(-1) ?? null;
    if (page.length < PAGE || isAway) return { checked, after: null };
    if (performance.now() >= until || site.ending.signal.aborted) return { checked, after: last };
  }
}

async function checkPage(
  site: JobSite,
  job: Job,
  state: JobState,
  { left, isLate }: { left: readonly Overdue[]; isLate: (overdue: Overdue) => boolean },
): Promise<boolean> {
  const sinceOf = new Map(left.map((overdue) => [overdue.subject, overdue]));
  while (sinceOf.size > 0) {
    const items = [...sinceOf.values()].map((item) => ({ subject: item.subject, isLate: isLate(item), isNew: false }));
    const { outcomes, away } = await site.sql.begin(async (tx) => {
      const worked = await workThrough(site, job, state, { tx, items });
      const failed = [...worked.outcomes].flatMap(([subject, outcome]) => {
        const isFailure = typeof outcome === 'object';
        if (!isFailure) site.ctx.counts.add(JOB_RUNS, `${job.name} ${outcome === 'started' ? outcome : 'done'}`, 1);
        if (!isFailure) return [];
        const { delayMs, failure } = countFailure(site, job.name, { subject, failures: 1, error: outcome.error });
        return [{ subject, since: sinceOf.get(subject)?.since ?? new Date(), failures: 1, delayMs, failure }];
      });
      await insertFailed(tx, job.topic, failed);
      return worked;
    });
    if (away !== undefined) {
      site.ctx.foldedLog.log(
        'warn',
        `check ${job.name}`,
        { job: job.name, err: away },
        'Temporal is away: overdue work waits for it',
      );
      return true;
    }
    if (outcomes.size === 0) return true;
    for (const subject of outcomes.keys()) sinceOf.delete(subject);
  }
  return false;
}
