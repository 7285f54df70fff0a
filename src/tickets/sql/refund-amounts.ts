import type { Queryable } from '../../platform/database/database.js';

/** What a refund pays back, in minor units. @throws when there is no such refund. */
export async function findRefundAmount(sql: Queryable, refundId: string): Promise<number> {
  const [row] = await sql<{ amountMinor: number }[]>`SELECT amount_minor FROM refunds WHERE id = ${refundId}`;
  if (!row) throw new Error(`there is no refund ${refundId}`);
  return row.amountMinor;
}
