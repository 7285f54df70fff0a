import { insertTestChange } from '../../changes/sql/changes.js';
import type { ChangeType } from '../../core/change-type.js';
import type { Id } from '../../core/ids.js';
import type { Outcome } from '../../core/outcomes.js';
import type { Queryable } from '../../platform/database/database.js';
import type { EndpointRow } from './delivery-endpoints.js';

export interface TestDelivery {
  endpoint: Pick<EndpointRow, 'id' | 'companyId' | 'mode'>;
  changeId: Id<'change'>;
  deliveryId: Id<'delivery'>;
  type: ChangeType;
  content: Buffer;
  outcome: Outcome;
  statusCode: number | null;
  durationMs: number;
  detail: string | null;
  answer: Buffer;
  startedAt: Date;
  finishedAt: Date;
}

/** Writes a test into the endpoint's log: as a delivery that has ended, of a change that goes to no other endpoint. */
export async function insertTestDelivery(db: Queryable, test: TestDelivery): Promise<void> {
  const { endpoint, outcome, startedAt, finishedAt } = test;
  const { mode, companyId } = endpoint;
  const change = { id: test.changeId, type: test.type, mode, companyId, at: startedAt };
  await db`
    WITH change AS (
      ${insertTestChange(db, change)}
    ), delivery AS (
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, content, state, attempt, last_outcome, created_at, finished_at)
      SELECT ${test.deliveryId}, id, seq, ${endpoint.id}, ${test.content}, ${outcome === 'ok' ? 'delivered' : 'failed'}, 1, ${outcome},
             ${startedAt}, ${finishedAt}
        FROM change
      RETURNING id
    )
    INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms, detail, answer)
    SELECT id, 1, 1, ${startedAt}, ${finishedAt}, ${outcome}, ${test.statusCode}, ${test.durationMs}, ${test.detail}, ${test.answer}
      FROM delivery`;
}
