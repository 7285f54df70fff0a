import { heartbeat } from '@temporalio/activity';
import type { Context } from '../src/platform/context/context.js';
import {
  beginReconciliation,
  compareNext,
  endReconciliation,
  hasMoney,
  readOurs,
} from '../src/reconciliation/reconcile.js';
import type { ReconciliationActivities } from '../src/reconciliation/workflow.js';
import { withHeartbeat } from './with-heartbeat.js';

export function createReconciliationActivities(ctx: Context): ReconciliationActivities {
  return {
    async beginReconciliation(month) {
      return hasMoney(ctx) ? beginReconciliation(ctx, { month, requestedBy: 'schedule' }) : null;
    },
    readOurs: (run) => withHeartbeat(() => readOurs(ctx, run, heartbeat)),
    compareNext: (run, after) => withHeartbeat(() => compareNext(ctx, run, after, heartbeat)),
    endReconciliation: (run) => endReconciliation(ctx, run),
  };
}
