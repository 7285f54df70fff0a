import type { Mode } from '../../core/mode.js';
import type { Outcome } from '../../core/outcomes.js';
import type { Queryable } from '../../platform/database/database.js';
import type { ChangeType } from '../workflow.js';

/** A delivery that waits for a further attempt: what its workflow is started with, and found by. No address, no payload. */
export interface WaitingDelivery {
  id: string;
  run: number;
  /** The last attempt of the run that ended, 1 to 7. */
  attempt: number;
  lastOutcome: Outcome;
  nextAttemptAt: Date;
  endpointId: string;
  companyId: string;
  companyName: string;
  /** For its host alone. */
  url: string;
  type: ChangeType;
  mode: Mode;
}

const WAITING = `
  SELECT d.id, d.run, d.attempt, d.last_outcome, d.next_attempt_at,
         d.endpoint_id, e.company_id, o.name AS company_name, e.url, c.type, c.mode
    FROM deliveries d
    JOIN changes c ON c.id = d.change_id
    JOIN delivery_endpoints e ON e.id = d.endpoint_id
    JOIN companies o ON o.id = e.company_id
   WHERE d.state = 'pending' AND d.attempt > 0`;

/** How many retries should have been made before `before`. First attempts are the senders' affair. */
export async function countOverdue(db: Queryable, before: Date): Promise<number> {
  const [row] = await db<{ overdue: number }[]>`
    SELECT count(*)::integer AS overdue FROM deliveries WHERE state = 'pending' AND attempt > 0 AND next_attempt_at < ${before}`;
  return row?.overdue ?? 0;
}

/** Those of them that fall to the `nth` of `shares` about equal shares; a delivery always falls to the same. */
export async function listOverdue(
  db: Queryable,
  before: Date,
  { nth, shares }: { nth: number; shares: number },
): Promise<WaitingDelivery[]> {
  return db<WaitingDelivery[]>`
    ${db.unsafe(WAITING)} AND d.next_attempt_at < ${before} AND abs(hashtext(d.id)::bigint) % ${shares}::integer = ${nth}::integer`;
}

/** Those of these deliveries that wait for a further attempt. */
export async function listWaitingDeliveries(db: Queryable, deliveryIds: readonly string[]): Promise<WaitingDelivery[]> {
  return db<WaitingDelivery[]>`${db.unsafe(WAITING)} AND d.id = ANY (${deliveryIds as string[]})`;
}
