import type { Queryable } from '../../platform/database/database.js';

/** When something falls due next; null: there is no such thing. */
export interface NextSteps {
  approves: Date | null;
  ready: Date | null;
  /** Whether live earnings wait for a month's end. */
  unsettled: boolean;
  paid: Date | null;
}

export async function findNextSteps(db: Queryable): Promise<NextSteps> {
  const [row] = await db<NextSteps[]>`
    SELECT (SELECT min(approves_at) FROM earnings WHERE status = 'pending') AS approves,
      (SELECT min(ready_at) FROM earnings WHERE status = 'approved') AS ready,
      EXISTS (SELECT FROM earnings JOIN settlement_terms USING (company_id)
        WHERE mode = 'live' AND settles AND settlement_id IS NULL AND status IN ('ready', 'reversed')) AS unsettled,
      (SELECT min(pay_from) FROM settlements WHERE status IN ('issued', 'paying', 'failed')) AS paid`;
  return row ?? { approves: null, ready: null, unsettled: false, paid: null };
}

/** Whether some change waits for its fan-out, or some delivery for the end of its first attempt. */
export async function hasPendingDeliveries(db: Queryable): Promise<boolean> {
  const [row] = await db<{ pending: boolean }[]>`
    SELECT EXISTS (SELECT FROM changes WHERE fanned_out_at IS NULL)
      OR EXISTS (SELECT FROM deliveries WHERE state = 'pending' AND attempt = 0) AS pending`;
  return row?.pending ?? false;
}
