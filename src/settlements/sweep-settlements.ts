import type { Context } from '../platform/context/context.js';
import { allSteps, each } from '../platform/sweeps/each.js';
import type { TemporalClient } from '../platform/temporal/client.js';
import { startOrDo } from '../platform/temporal/start-or-do.js';
import { advancePayment, payLines } from './advance-payment.js';
import { giveUpCloses } from './close-run.js';
import { signalPayment } from './drains.js';
import { findOverduePayments, findPaymentFacts } from './sql/settlement-payments.js';

/** How long before a workflow counts as lost. */
const PATIENCE_MS = 10 * 60_000;
/** After so long its next step is taken here, whatever runs. */
const LATE_MS = 20 * 60_000;
const PAGE = 500;

/**
 * Starts the payments of statements whose day has come and whose workflow was lost, and returns how many; while Temporal takes
 * none, or runs none, their next step is taken here. Gives up closes whose workflow is gone. Of methods
 * that we do not send, only those that were paid are looked for: due ones wait for finance by the thousand, and would hide them.
 */
export async function sweepSettlements(ctx: Context, temporal: TemporalClient): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
  const { methods } = ctx.payouts;
  const ids = await findOverduePayments(ctx.sql, before, methods, PAGE);
  const lateBefore = new Date(ctx.clock.now().getTime() - LATE_MS);
  const late = new Set(await findOverduePayments(ctx.sql, lateBefore, methods, PAGE));
  const pay = startOrDo(ctx);
  const facts = await findPaymentFacts(ctx.sql, ids);
  const payOverdue = () =>
    each(facts, (one) =>
      pay(
        () => signalPayment(temporal, one),
        () => payHere(ctx, one.id),
        { late: late.has(one.id) },
      ),
    );
  await allSteps(payOverdue, () => giveUpCloses(ctx, temporal, before));
  return ids.length;
}

async function payHere(ctx: Context, settlementId: string): Promise<void> {
  const { status } = await advancePayment(ctx, settlementId);
  if (status !== 'paid') return;
  for (let after: string | null = ''; after !== null; ) after = await payLines(ctx, settlementId, after);
}
