import type { Outcome } from '../../core/outcomes.js';
import type { Queryable } from '../../platform/database/database.js';

export interface AttemptRow {
  run: number;
  number: number;
  startedAt: Date;
  sends: number;
  finishedAt: Date | null;
  outcome: Outcome | null;
  statusCode: number | null;
  durationMs: number | null;
  detail: string | null;
  answer: Buffer | null;
}

/** The attempts of a delivery, oldest first. */
export async function listAttempts(db: Queryable, deliveryId: string): Promise<AttemptRow[]> {
  return db<AttemptRow[]>`
    SELECT run, number, started_at, sends, finished_at, outcome, status_code, duration_ms, detail, answer
      FROM delivery_attempts WHERE delivery_id = ${deliveryId} ORDER BY run, number`;
}
