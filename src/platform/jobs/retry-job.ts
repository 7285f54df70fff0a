import { invalidField } from '../../core/problems.js';
import { recordAction } from '../audit/record-action.js';
import type { Context } from '../context/context.js';
import { enqueue } from '../outbox/messages.js';
import type { TemporalClient } from '../temporal/client.js';
import type { AnyJob } from './job.js';
import { hastenClock, hastenMessages } from './sql.js';

/**
 * Runs a job now: the retries that wait and the subjects that were set aside, or one subject; a periodic job as a whole. It is in the
 * audit log.
 *
 * @returns how many subjects are retried, or 1 for a periodic job.
 * @throws {ProblemError} `invalid_request` for a subject of a job that has none.
 * @throws {UnavailableTemporal} when a Schedule cannot be triggered.
 */
export async function retryJob(
  ctx: Context,
  temporal: TemporalClient,
  job: AnyJob,
  subject: string | null,
): Promise<number> {
  const topic = job.kind === 'periodic' ? undefined : job.topic;
  if (topic === undefined && subject !== null) {
    throw invalidField('subject', `The job ${job.name} has no subjects: retry it without one.`);
  }
  if (job.kind === 'periodic' && job.schedule) {
    await temporal.call(() => temporal.client.schedule.getHandle(job.name + temporal.suffix).trigger());
  }
  return ctx.sql.begin(async (tx) => {
    await recordAction(ctx, tx, {
      action: 'job.retry',
      objectId: job.name,
      details: subject === null ? {} : { subject },
    });
    await hastenClock(tx, job.name);
    if (topic === undefined) return 1;
    const retried = await hastenMessages(tx, topic, subject);
    if (retried > 0 || subject === null) return retried;
    await enqueue(tx, topic, [subject], ctx.clock.now());
    return 1;
  });
}
