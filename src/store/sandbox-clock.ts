import type { Queryable } from './database.js';

/** Milliseconds that the clock of this set-up stands ahead. */
export async function readAhead(db: Queryable): Promise<number> {
  const [row] = await db<{ aheadMs: number }[]>`SELECT ahead_ms AS "aheadMs" FROM sandbox_clock`;
  return row?.aheadMs ?? 0;
}

/** Moves the clock on; it never goes back. Answers where it stands then. */
export async function addAhead(db: Queryable, milliseconds: number): Promise<number> {
  const [row] = await db<{ aheadMs: number }[]>`
    INSERT INTO sandbox_clock (ahead_ms) VALUES (${milliseconds})
    ON CONFLICT (only_row) DO UPDATE SET ahead_ms = sandbox_clock.ahead_ms + excluded.ahead_ms RETURNING ahead_ms AS "aheadMs"`;
  return row?.aheadMs ?? milliseconds;
}

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

/** Whether some change has not been told yet: not sent out, or its first attempt not ended. */
export async function isAnythingUntold(db: Queryable): Promise<boolean> {
  const [row] = await db<{ untold: boolean }[]>`
    SELECT EXISTS (SELECT FROM changes WHERE fanned_out_at IS NULL)
      OR EXISTS (SELECT FROM deliveries WHERE state = 'pending' AND attempt = 0) AS untold`;
  return row?.untold ?? false;
}
