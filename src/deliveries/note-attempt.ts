import type { Outcome } from '../core/outcomes.js';
import type { Context } from '../platform/context/context.js';
import { requestFact } from '../platform/traces/trace-context.js';

/** The count of attempts that ended, by outcome. */
export const ATTEMPTS = 'delivery_attempts';

export interface AttemptIds {
  deliveryId: string;
  endpointId: string;
  run: number;
  attempt: number;
  /** The request that the change came of, where it is known. */
  requestId?: string | null;
}

/** Counts an attempt that ended, and logs a failure: ids and facts of ours alone, nothing of the receiver's words. */
export function noteAttempt(
  ctx: Context,
  { deliveryId, endpointId, run, attempt, requestId }: AttemptIds,
  facts: { outcome: Outcome; statusCode: number | null; nextAttemptAt: Date | null },
): void {
  ctx.counts.add(ATTEMPTS, facts.outcome);
  if (facts.outcome === 'ok') return;
  const ids = { delivery: deliveryId, endpoint: endpointId, run, attempt, ...requestFact({ requestId }) };
  const line = { ...ids, class: facts.outcome, status: facts.statusCode, next_attempt_at: facts.nextAttemptAt };
  ctx.foldedLog.log('warn', `delivery ${endpointId}`, line, 'a delivery attempt failed');
}
