import type { Context } from '../platform/context/context.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { giveUpCloses } from './give-up-closes.js';
import { findOverduePayments, findPaymentFacts } from './sql/settlement-payments.js';
import { tellPayment } from './start-workflows.js';

/** How long before a workflow counts as lost. */
const PATIENCE_MS = 10 * 60_000;
const PAGE = 500;

/**
 * Starts the payments of statements whose day has come and whose workflow was lost, and returns how many; gives up
 * closes whose workflow is gone. Where nobody can send transfers, only those that were paid by hand are looked for: due
 * ones wait for finance by the thousand, and would hide them.
 */
export async function sweepSettlements(ctx: Context, temporal: TemporalClient, beat: () => void): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
  const ids = await findOverduePayments(ctx.sql, before, ctx.payouts.enabled, PAGE);
  for (const facts of await findPaymentFacts(ctx.sql, ids)) {
    await tellPayment(temporal, facts);
    beat();
  }
  await giveUpCloses(ctx, temporal, before);
  return ids.length;
}
