import type { Outcome } from '../core/outcomes.js';
import type { Context } from '../platform/context/context.js';

/** The count of attempts that ended, by outcome. */
export const ATTEMPTS = 'delivery_attempts';

export interface AttemptIds {
  deliveryId: string;
  endpointId: string;
  run: number;
  attempt: number;
}

/** Counts an attempt that ended, and logs a failure: ids and facts of ours alone, nothing of the receiver's words. */
export function noteAttempt(
  ctx: Context,
  { deliveryId, endpointId, run, attempt }: AttemptIds,
  facts: { outcome: Outcome; statusCode: number | null; nextAttemptAt: Date | null },
): void {
  ctx.counts.add(ATTEMPTS, facts.outcome);
  if (facts.outcome === 'ok') return;
  const ids = { delivery: deliveryId, endpoint: endpointId, run, attempt };
  const line = { ...ids, class: facts.outcome, status: facts.statusCode, next_attempt_at: facts.nextAttemptAt };
  ctx.foldedLog.log('warn', `delivery ${endpointId}`, line, 'a delivery attempt failed');
}
