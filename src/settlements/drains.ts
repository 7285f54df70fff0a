import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { createDrain } from '../platform/outbox/drain-messages.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { findPaymentFacts } from './sql/settlement-payments.js';
import { tellPayment } from './start-workflows.js';

/** Each statement with something to pay gets its workflow; one that is in progress is told what finance did. */
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
