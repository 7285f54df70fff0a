import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { findPaymentFacts } from './sql/settlement-payments.js';
import { tellPayment } from './start-workflows.js';

/** Starts the workflow of each statement to pay, or signals a running one. */
export function createSettlementDrains(ctx: Context, temporal: TemporalClient): Drain[] {
  const prepare = async (keys: string[]) => {
    const facts = new Map((await findPaymentFacts(ctx.sql, keys)).map((one) => [one.id, one]));
    return async (key: string) => {
      const statement = facts.get(key);
      if (statement && statement.status !== 'carried') await tellPayment(temporal, statement);
    };
  };
  return [createDrain(ctx, { topic: 'settlement.changed', prepare })];
}
