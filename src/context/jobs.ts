import { bulkFileJob, cleanBulkFilesJob } from '../bulk/jobs.js';
import { listingsJob } from '../catalogue/jobs.js';
import { endpointRetriesJob, fanOutJob, fanOutRestJob, forgetDeliveriesJob, replayJob } from '../deliveries/jobs.js';
import { followEventsJob, matureEarningsJob } from '../earnings/jobs.js';
import {
  closedOrderJob,
  eventRefundsJob,
  forgetProcessorEventsJob,
  holdJob,
  overdueHoldsJob,
  pollCheckoutsJob,
  refundJob,
} from '../orders/jobs.js';
import type { AnyJob } from '../platform/jobs/job.js';
import { forgetMailsJob, mailJob } from '../platform/mail/jobs.js';
import { reconcileMonthJob } from '../reconciliation/jobs.js';
import { checkPaymentsJob, giveUpClosesJob, monthEndJob, statementJob } from '../settlements/jobs.js';
import { eventAnnouncementJob, ticketMailJob } from '../tickets/jobs.js';
import { MAINTENANCE_JOBS } from './maintenance.js';

/** All background work: the workers run it, operators list it, and `docs/jobs.md` describes it. */
export const JOBS: readonly AnyJob[] = [
  holdJob,
  closedOrderJob,
  overdueHoldsJob,
  refundJob,
  eventRefundsJob,
  ticketMailJob,
  eventAnnouncementJob,
  mailJob,
  listingsJob,
  fanOutJob,
  fanOutRestJob,
  endpointRetriesJob,
  replayJob,
  followEventsJob,
  statementJob,
  bulkFileJob,
  matureEarningsJob,
  monthEndJob,
  reconcileMonthJob,
  pollCheckoutsJob,
  giveUpClosesJob,
  checkPaymentsJob,
  cleanBulkFilesJob,
  forgetDeliveriesJob,
  forgetMailsJob,
  forgetProcessorEventsJob,
  ...MAINTENANCE_JOBS,
];
