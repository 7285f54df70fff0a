import type { Context } from '../../../src/platform/context/context.js';
import {
  beginReconciliation,
  compareNext,
  endReconciliation,
  readOurs,
} from '../../../src/reconciliation/reconcile.js';
import { showReconciliation } from '../../../src/reconciliation/reconciliations.js';

/** Compares a month with Stripe and the bank, as `settlement reconcile` does. @returns up to a hundred differences, as text. */
export async function differencesOf(ctx: Context, month: string): Promise<string[]> {
  const run = await beginReconciliation(ctx, { month, requestedBy: 'test' });
  await readOurs(ctx, run);
  for (let account: string | null = ''; account !== null; ) account = await compareNext(ctx, run, account);
  await endReconciliation(ctx, run);
  const { differences } = await showReconciliation(ctx, run, 100);
  return differences.map((difference) => `${month}: ${JSON.stringify(difference)}`);
}
