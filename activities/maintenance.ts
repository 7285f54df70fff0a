import { cancellationSignal } from '@temporalio/activity';
import { matureEarnings } from '../src/earnings/mature-earnings.js';
import type { MatureEarningsActivities } from '../src/earnings/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { AnyJob } from '../src/platform/jobs/job.js';
import { isMaintenance } from '../src/platform/jobs/maintenance-job.js';
import type { MaintenanceActivities } from '../src/platform/jobs/workflow.js';
import { sendMail } from '../src/platform/mail/send-mail.js';
import type { MailActivities } from '../src/platform/mail/workflow.js';
import { withHeartbeat } from './with-heartbeat.js';

/** Earnings of each kind in one transaction: some tens of milliseconds. */
const MATURING_BATCH = 500;

/** The activities of the queue `maintenance`. @param jobs include the jobs that `maintain` runs. */
export function createMaintenanceActivities(
  ctx: Context,
  jobs: readonly AnyJob[],
): MaintenanceActivities & MatureEarningsActivities & MailActivities {
  return {
    async maintain(name) {
      const job = jobs.filter(isMaintenance).find((job) => job.name === name);
      if (!job) throw new Error(`this version has no job ${name}`);
      return withHeartbeat(() => job.run(ctx));
    },
    matureBatch: () => matureEarnings(ctx, { limit: MATURING_BATCH }),
    sendMail: (mailId) => sendMail(ctx, mailId, cancellationSignal()),
  };
}
