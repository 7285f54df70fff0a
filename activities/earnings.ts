import type { MatureEarningsActivities } from '../src/contracts/mature-earnings.js';
import type { Context } from '../src/services/context.js';
import { matureEarnings } from '../src/services/earnings/mature-earnings.js';

/** Records of each kind in one transaction: some tens of milliseconds. */
const BATCH = 500;

export function createMatureEarningsActivities(ctx: Context): MatureEarningsActivities {
  return { matureBatch: () => matureEarnings(ctx, { limit: BATCH }) };
}
