import { findPaymentFacts } from '../../store/settlement-payments.js';
import type { TemporalClient } from '../../temporal/client.js';
import { tellPayment } from '../../temporal/settlements.js';
import type { Context } from '../context.js';
import type { Drain } from '../outbox/drain.js';
import { createDrain } from '../outbox/drain-messages.js';

/** Each statement with something to pay gets its workflow; one that is under way is told what finance did. */
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
