import { DAY } from '../core/time.js';
import { definePeriodicJob } from '../platform/jobs/job.js';
import { RECONCILE_WORKFLOW } from './workflow.js';

export const reconcileMonthJob = definePeriodicJob({
  name: 'reconcile-month',
  room: 'reconciliation',
  does: "Compares the month before with the payment processor's balance transactions and the bank's statements.",
  runbook:
    'See [ReconciliationDiffers](runbooks.md#reconciliationdiffers). Run it again with `partner-events settlement reconcile`.',
  // It runs on a day of the month for hours, and a missed run is caught up.
  schedule: {
    workflow: RECONCILE_WORKFLOW,
    when: { hour: 4, dayOfMonth: 2 },
    queue: 'settlements',
    catchup: 30 * DAY,
    timeout: 20 * DAY,
  },
});
