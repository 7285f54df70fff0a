import type { Context } from '../context/context.js';
import { inBatches } from '../context/in-batches.js';
import { allSteps, each } from '../sweeps/each.js';
import type { TemporalClient } from '../temporal/client.js';
import { startOrDo } from '../temporal/start-or-do.js';
import { sendMail } from './send-mail.js';
import { deleteKeptMails, deleteMails, findUnsentMails } from './sql.js';
import { startMailDelivery } from './start-mail-delivery.js';

/** What the relay and a workflow are given before they count as lost. */
const PATIENCE_MS = 60_000;
/** After so long a mail is sent here, whatever runs. */
const LATE_MS = 120_000;
const PAGE = 500;
/** So long a mail is known after its end: until then its idempotency key counts. */
const KEPT_MS = 30 * 86_400_000;
/** So long a service with a mail server keeps the mails of test orders, which nobody gets. */
const SAMPLES_KEPT_MS = 86_400_000;

export interface SweptMails {
  restarted: number;
  deleted: number;
}

/**
 * Starts again the delivery of mails that are still queued after a minute, which changes nothing where it runs; while Temporal
 * takes no starts, or runs none, they are sent here. Deletes mails that ended more than thirty days ago.
 */
export async function sweepMails(ctx: Context, temporal: TemporalClient): Promise<SweptMails> {
  const now = ctx.clock.now().getTime();
  let last: string | null = null;
  // All of them: those that a mail server puts off must not hide one that was lost.
  const send = startOrDo(ctx);
  const failures: unknown[] = [];
  const restart = async (limit: number) => {
    const unsent = await findUnsentMails(ctx.sql, new Date(now - PATIENCE_MS), { after: last, limit });
    last = unsent.at(-1)?.id ?? last;
    await each(unsent, ({ createdAt, ...mail }) =>
      send(
        () => startMailDelivery(temporal, mail),
        () => sendMail(ctx, mail.id),
        { late: createdAt.getTime() < now - LATE_MS },
      ),
    ).catch((error: unknown) => failures.push(error));
    return unsent.length;
  };
  const before = new Date(now - KEPT_MS);
  const samplesBefore = ctx.mail?.keeps ? before : new Date(now - SAMPLES_KEPT_MS);
  const swept: SweptMails = { restarted: 0, deleted: 0 };
  await allSteps(
    async () => {
      swept.restarted = await inBatches(PAGE, restart);
      if (failures.length > 0) throw failures[0];
    },
    () => inBatches(PAGE, (limit) => deleteKeptMails(ctx.sql, samplesBefore, limit)),
    async () => {
      swept.deleted = await inBatches(PAGE, (limit) => deleteMails(ctx.sql, before, limit));
    },
  );
  return swept;
}
