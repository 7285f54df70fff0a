import { keepReceived, recordOwnedChanges } from '../changes/record-owned-changes.js';
import type { Context } from '../platform/context/context.js';
import { takeMessages } from '../platform/outbox/messages.js';
import { toSettlement } from './settlements.js';
import { findSettlements } from './sql/settlements.js';

/** Messages taken in one transaction, at most. */
const BATCH = 200;

/**
 * Records new statuses of statements as `settlement.changed`, for the webhooks of all live server keys of the company. Statuses that
 * follow each other before they are recorded become one change, with the latest one. Statements that no webhook receives are left out.
 *
 * @returns how many messages it took.
 */
export async function recordSettlementChanges(ctx: Context): Promise<number> {
  return ctx.sql.begin(async (tx) => {
    const taken = await takeMessages(tx, 'settlement.status', BATCH);
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
