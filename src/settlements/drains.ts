import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { keyword, signalWithStart } from '../platform/temporal/start-workflow.js';
import { settlementPaymentWorkflowId } from '../platform/temporal/workflow-ids.js';
import { mailStatement } from './mail-statement.js';
import { findPaymentFacts } from './sql/settlement-payments.js';
import { type PaymentInput, SETTLEMENT_CHANGED_SIGNAL, SETTLEMENT_PAYMENT_WORKFLOW } from './workflow.js';

/** Starts the workflow of each statement to pay, or signals a running one; and mails that it is ready. */
export function createSettlementDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async (keys: string[]) => {
    const facts = new Map((await findPaymentFacts(ctx.sql, keys)).map((one) => [one.id, one]));
    return async (key: string) => {
      const statement = facts.get(key);
      if (!statement || statement.status === 'carried') return;
      await signalPayment(temporal, statement);
      await mailStatement(ctx, key, 'ready');
    };
  };
  return [createDrain(ctx, { topic: 'settlement.changed', prepare })];
}

/** What a payment's workflow is found by. */
interface PaymentLabels {
  id: string;
  companyId: string;
  month: string;
  currency: string;
  status: string;
}

/** Signals a statement's payment workflow; starts it if none runs. */
export async function signalPayment(temporal: TemporalClient, statement: PaymentLabels): Promise<void> {
  const input: PaymentInput = { settlementId: statement.id };
  await signalWithStart(temporal, SETTLEMENT_PAYMENT_WORKFLOW, {
    workflowId: settlementPaymentWorkflowId(statement.id),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    taskQueue: temporal.queue('settlements'),
    args: [input],
    signal: SETTLEMENT_CHANGED_SIGNAL,
    signalArgs: [],
    staticSummary: `Pays the statement of ${statement.month} in ${statement.currency} to ${statement.companyId}`,
    staticDetails:
      'Waits for the day the statement is due, sends the transfer, and retries 1, 3 and 5 days after a failure. ' +
      'The truth of the statement is in Postgres: `partner-events settlement show` prints it.',
    typedSearchAttributes: [
      keyword('CompanyId', statement.companyId),
      keyword('StatementId', statement.id),
      keyword('Month', statement.month),
      keyword('State', statement.status),
      keyword('Mode', 'live'),
    ],
  });
}
