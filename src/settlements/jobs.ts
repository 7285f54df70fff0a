import { keepReceived, recordOwnedChanges } from '../changes/record-owned-changes.js';
import type { Id } from '../core/ids.js';
import { DAY, MINUTE } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { defineJob, defineLoopJob, definePeriodicJob } from '../platform/jobs/job.js';
import { takeMessages } from '../platform/outbox/messages.js';
import { settlementPaymentWorkflowId } from '../platform/temporal/workflow-ids.js';
import { advancePayment, payLines } from './advance-payment.js';
import { giveUpCloses } from './close-run.js';
import { mailStatement } from './mail-statement.js';
import { toSettlement } from './settlements.js';
import { listExcessPayments } from './sql/settlement-checks.js';
import { findOverduePayments } from './sql/settlement-payments.js';
import { findSettlements, type SettlementRow } from './sql/settlements.js';
import { MONTH_END_WORKFLOW, SETTLEMENT_CHANGED_SIGNAL, SETTLEMENT_PAYMENT_WORKFLOW } from './workflow.js';

/** A workflow counts as lost after this time. */
const LOST_AFTER_MS = 10 * MINUTE;

export const statementJob = defineJob<SettlementRow>({
  name: 'statement',
  room: 'settlements',
  does: 'Mails that a statement is ready, and starts its payment or signals it.',
  runbook:
    'See [PaymentOverdue](runbooks.md#paymentoverdue). Nothing is paid twice: each transfer has an idempotency key.',
  topic: 'settlement.changed',
  trigger: 'A statement is issued or changes.',
  async load(ctx, ids) {
    const found = await findSettlements(ctx.sql, ids);
    const due = [...found].filter(([, { status }]) => status !== 'carried');
    for (const [, { id }] of due) await mailStatement(ctx, id, 'ready');
    return new Map(due);
  },
  workflow: {
    type: SETTLEMENT_PAYMENT_WORKFLOW,
    queue: 'settlements',
    id: 'settlement-payment/<statement id>',
    signal: SETTLEMENT_CHANGED_SIGNAL,
    describe: (settlementId, { companyId, month, currency, status }) => ({
      id: settlementPaymentWorkflowId(settlementId),
      input: { settlementId },
      summary: `Pays the statement of ${month} in ${currency} to ${companyId}`,
      details:
        'Waits for the day the statement is due, sends the transfer, and retries 1, 3 and 5 days after a failure. ' +
        'The truth of the statement is in Postgres: `partner-events settlement show` prints it.',
      attributes: { CompanyId: companyId, StatementId: settlementId, Month: month, State: status, Mode: 'live' },
    }),
  },
  run: payHere,
  findOverdue: (ctx, page) => findOverduePayments(ctx.sql, page, ctx.payouts.methods),
  lostAfter: LOST_AFTER_MS,
  runInlineAfter: 20 * MINUTE,
  alertAfter: 60 * MINUTE,
});

async function payHere(ctx: Context, settlementId: Id<'statement'>): Promise<void> {
  const { status } = await advancePayment(ctx, settlementId);
  if (status !== 'paid') return;
  for (let after: string | null = ''; after !== null; ) after = await payLines(ctx, settlementId, after);
}

export const settlementChangesJob = defineLoopJob({
  name: 'settlement-changes',
  room: 'settlements',
  does: 'Records new statuses of statements for the webhooks that receive `settlement.changed`.',
  runbook: 'The worker log has the failure. Payments go on.',
  topic: 'settlement.status',
  trigger: 'A statement of a company with such a webhook is written or changes its status.',
  run: async (ctx) => ({ done: await recordSettlementChanges(ctx) }),
  alertAfter: 5 * MINUTE,
});

/** Messages taken in one transaction, at most. */
const CHANGES_AT_ONCE = 200;

/**
 * Records new statuses of statements as `settlement.changed`, for the webhooks of all live server keys of the company. Statuses that
 * follow each other before they are recorded become one change, with the latest one. Statements that no webhook receives are left out.
 *
 * @returns how many messages it took.
 */
export async function recordSettlementChanges(ctx: Context): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    const taken = await takeMessages(tx, 'settlement.status', CHANGES_AT_ONCE);
    if (taken.length === 0) return 0;
    const now = ctx.clock.now();
    const statements = [...(await findSettlements(tx, [...new Set(taken)])).values()];
    const owned = statements.map((row) => ({ mode: 'live' as const, companyId: row.companyId, keyId: null, row }));
    const received = await keepReceived(tx, 'settlement.changed', owned, now);
    const changes = received.map(({ row, ...owner }) => ({
      ...owner,
      what: row.status,
      document: JSON.stringify(toSettlement(row)),
      requestId: null,
      traceparent: null,
    }));
    await recordOwnedChanges(tx, 'settlement.changed', changes, now);
    return taken.length;
  });
}

export const giveUpClosesJob = definePeriodicJob({
  name: 'give-up-closes',
  room: 'settlements',
  does: 'Ends closes whose workflow is gone, so that another close can write the rest.',
  runbook: 'Temporal does not say how a workflow ended. See [CloseSlow](runbooks.md#closeslow).',
  // It repairs what Temporal lost.
  clock: {
    every: 5 * MINUTE,
    run: (ctx, temporal) => giveUpCloses(ctx, temporal, new Date(ctx.clock.now().getTime() - LOST_AFTER_MS)),
  },
});

export const checkPaymentsJob = definePeriodicJob({
  name: 'check-payments',
  room: 'settlements',
  does: 'Reports statements with an open payment whose lines the bank has paid already.',
  runbook: 'See [PaymentMayBeDoubled](runbooks.md#paymentmaybedoubled).',
  // No code of ours makes such a payment, but the bank may execute a payment of a withdrawn file.
  clock: { every: 5 * MINUTE, run: reportExcess },
});

async function reportExcess(ctx: Context): Promise<void> {
  for (const settlementId of await listExcessPayments(ctx.sql, 100)) {
    ctx.log.error(
      { alert: 'payment_excess', settlementId },
      'a statement may be paid twice: withdraw its open payment',
    );
  }
}

export const monthEndJob = definePeriodicJob({
  name: 'settlement-close',
  room: 'settlements',
  does: 'Closes the month before: writes a statement for each company with terms, and each currency.',
  runbook: 'See [CloseMissing](runbooks.md#closemissing).',
  // It runs on a day of the month, operators see how far it is, and a missed run is caught up.
  schedule: {
    workflow: MONTH_END_WORKFLOW,
    when: { hour: 0, dayOfMonth: 1 },
    queue: 'settlements',
    catchup: 365 * DAY,
    timeout: 365 * DAY,
  },
});
