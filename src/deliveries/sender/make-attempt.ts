import { OUTCOMES } from '../../core/outcomes.js';
import type { Context } from '../../platform/context/context.js';
import type { StartedSpan } from '../../platform/traces/span.js';
import { requestFact, storedTrace } from '../../platform/traces/trace-context.js';
import { delayAfterFailure } from '../rules/retry-schedule.js';
import { sendSigned } from '../send-signed.js';
import type { SendTarget } from '../sql/claims.js';
import type { AttemptEnd } from '../sql/outcomes.js';
import type { ClaimedDelivery } from './endpoint-queue.js';

/** The count of attempts that ended, by outcome. */
export const ATTEMPTS = 'delivery_attempts';
export const ATTEMPT_OUTCOMES = Object.keys(OUTCOMES);

/**
 * Makes a claimed attempt, and writes its end to metrics, log and trace.
 *
 * @returns the outcome to write.
 * @throws only for faults of ours, as {@link sendSigned} does.
 */
export async function makeAttempt(ctx: Context, target: SendTarget, delivery: ClaimedDelivery): Promise<AttemptEnd> {
  const span = startSpan(ctx, delivery);
  try {
    const outcome = await sendSigned(ctx, { ...target, ...delivery, deliveryId: delivery.id });
    const isOk = outcome.class === 'ok';
    span?.end({
      facts: { 'delivery.outcome': outcome.class, 'http.response.status_code': outcome.statusCode ?? 0 },
      ...(!isOk && { error: outcome.class }),
    });
    const at = ctx.clock.now();
    const delay = isOk ? null : delayAfterFailure(delivery.attempt);
    const nextAttemptAt = delay === null ? null : new Date(at.getTime() + delay);
    const { id, run, attempt, endpointId } = delivery;
    const end: AttemptEnd = { ...outcome, id, run, attempt, endpointId, outcome: outcome.class, nextAttemptAt, at };
    ctx.counts.add(ATTEMPTS, end.outcome);
    if (!isOk) logFailure(ctx, delivery, end);
    return end;
  } catch (err) {
    span?.end({ error: err });
    throw err;
  }
}

/** Ids and facts of ours alone, nothing of the receiver's words. */
function logFailure(ctx: Context, { id, endpointId, run, attempt, requestId }: ClaimedDelivery, end: AttemptEnd): void {
  const ids = { delivery: id, endpoint: endpointId, run, attempt, ...requestFact({ requestId }) };
  const line = { ...ids, class: end.outcome, status: end.statusCode, next_attempt_at: end.nextAttemptAt };
  ctx.foldedLog.log('warn', `delivery ${endpointId}`, line, 'a delivery attempt failed');
}

function startSpan({ tracer }: Context, delivery: ClaimedDelivery): StartedSpan | undefined {
  const parent = tracer ? storedTrace(delivery)?.traceparent : undefined;
  if (parent === undefined) return undefined;
  const facts = {
    'delivery.id': delivery.id,
    'delivery.endpoint': delivery.endpointId,
    'delivery.attempt': delivery.attempt,
  };
  return tracer?.start('delivery attempt', { kind: 'client', parent, facts });
}
