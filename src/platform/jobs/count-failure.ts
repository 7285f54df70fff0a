import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import type { OutboxTopic } from '../outbox/messages.js';
import { JOB_RUNS } from './job.js';
import { insertFailed } from './sql.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 30 * 60_000;

/** A subject that fails so often is set aside. With the pauses between them that takes about ten hours. */
export const MAX_ATTEMPTS = 30;

/** How long a subject waits after its nth failure, in milliseconds; null: it is set aside. */
export function delayAfter(failures: number): number | null {
  if (failures >= MAX_ATTEMPTS) return null;
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}

interface Failure {
  subject: string;
  /** So far, this one included. */
  failures: number;
  error: unknown;
}

/** Counts a failure, and logs that a subject is set aside. @returns when the subject is tried again. */
export function countFailure(
  { ctx, delayAfter }: { ctx: Context; delayAfter: (failures: number) => number | null },
  job: string,
  { subject, failures, error }: Failure,
): { delayMs: number | null; failure: string } {
  const delayMs = delayAfter(failures);
  ctx.counts.add(JOB_RUNS, `${job} failed`, 1);
  if (delayMs === null) {
    ctx.counts.add(JOB_RUNS, `${job} set_aside`, 1);
    ctx.log.error({ alert: 'job_stuck', job, subject, failures, err: error }, 'a job set a subject aside');
  }
  return { delayMs, failure: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
}

/** Queues the retry of a subject whose message a loop has taken, in the loop's transaction. */
export async function retryLater(
  ctx: Context,
  tx: Transaction,
  { job, topic, since, ...failed }: Failure & { job: string; topic: OutboxTopic; since: Date },
): Promise<void> {
  const retry = countFailure({ ctx, delayAfter }, job, failed);
  await insertFailed(tx, topic, [{ subject: failed.subject, since, failures: failed.failures, ...retry }]);
}
