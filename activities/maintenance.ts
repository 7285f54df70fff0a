import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { deleteExpiredTokens } from '../src/access/delete-expired-tokens.js';
import { completeEndedEvents } from '../src/catalogue/complete-ended-events.js';
import { refreshSamples } from '../src/catalogue/refresh-samples.js';
import { matureEarnings } from '../src/earnings/mature-earnings.js';
import type { MatureEarningsActivities } from '../src/earnings/workflow.js';
import { sendEndpointWarnings } from '../src/members/send-endpoint-warnings.js';
import { deleteExpiredSignIns } from '../src/members/sessions.js';
import type { Context } from '../src/platform/context/context.js';
import { sendMail } from '../src/platform/mail/send-mail.js';
import type { MailActivities } from '../src/platform/mail/workflow.js';
import { keepRequestDays } from '../src/requests/keep-days.js';
import { noteAllGoLive } from '../src/sandbox/go-live.js';
import { deleteOldSignals } from '../src/signals/delete-old-signals.js';
import { withHeartbeat } from './with-heartbeat.js';

/** Earnings of each kind in one transaction: some tens of milliseconds. */
const MATURING_BATCH = 500;

/** What the queue `maintenance` does. */
export function createMaintenanceActivities(ctx: Context) {
  return {
    completeEvents: () => withHeartbeat(() => completeEndedEvents(ctx)),
    refreshSamples: () => withHeartbeat(() => refreshSamples(ctx)),
    forgetTokens: () => deleteExpiredTokens(ctx, heartbeat),
    forgetSignals: () => deleteOldSignals(ctx, heartbeat),
    forgetSignIns: () => deleteExpiredSignIns(ctx, heartbeat),
    noteGoLive: () => noteAllGoLive(ctx, heartbeat),
    keepRequestDays: () => withHeartbeat(() => keepRequestDays(ctx)),
    warnOfEndpoints: () => sendEndpointWarnings(ctx, heartbeat),
    matureBatch: () => matureEarnings(ctx, { limit: MATURING_BATCH }),
    sendMail: (mailId) => sendMail(ctx, mailId, cancellationSignal()),
  } satisfies MatureEarningsActivities & MailActivities & Record<string, unknown>;
}
