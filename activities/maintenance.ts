import { cancellationSignal } from '@temporalio/activity';
import { MAINTENANCE } from '../src/context/maintenance.js';
import { matureEarnings } from '../src/earnings/mature-earnings.js';
import type { MatureEarningsActivities } from '../src/earnings/workflow.js';
import type { Context } from '../src/platform/context/context.js';
import type { MaintenanceActivities } from '../src/platform/jobs/workflow.js';
import { sendMail } from '../src/platform/mail/send-mail.js';
import type { MailActivities } from '../src/platform/mail/workflow.js';
import { withHeartbeat } from './with-heartbeat.js';

/** Earnings of each kind in one transaction: some tens of milliseconds. */
const MATURING_BATCH = 500;

/** The activities of the queue `maintenance`. */
export function createMaintenanceActivities(
  ctx: Context,
): MaintenanceActivities & MatureEarningsActivities & MailActivities {
  return {
    async maintain(job) {
      const found = MAINTENANCE[job];
      if (!found) throw new Error(`this version has no job ${job}`);
      return withHeartbeat(() => found.run(ctx));
    },
    matureBatch: () => matureEarnings(ctx, { limit: MATURING_BATCH }),
    sendMail: (mailId) => sendMail(ctx, mailId, cancellationSignal()),
  };
}
