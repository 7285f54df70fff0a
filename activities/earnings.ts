import { matureEarnings } from '../src/earnings/mature-earnings.js';
import type { MatureEarningsActivities } from '../src/earnings/workflow.js';
import type { Context } from '../src/platform/context/context.js';

/** Records of each kind in one transaction: some tens of milliseconds. */
const BATCH = 500;

export function createMatureEarningsActivities(ctx: Context): MatureEarningsActivities {
  return { matureBatch: () => matureEarnings(ctx, { limit: BATCH }) };
}
