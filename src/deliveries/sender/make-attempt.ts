import type { Context } from '../../platform/context/context.js';
import { storedTrace } from '../../platform/traces/trace-context.js';
import type { StartedSpan } from '../../platform/traces/tracer.js';
import { noteAttempt } from '../note-attempt.js';
import { delayAfterFailure } from '../rules/retry-schedule.js';
import { sendSigned } from '../send-signed.js';
import type { SendTarget } from '../sql/claims.js';
import type { AttemptEnd } from '../sql/outcomes.js';
import type { ClaimedDelivery } from './endpoint-queue.js';

/**
 * Makes an attempt that was claimed, and tells metrics, log and trace how it ended.
 *
 * @returns what is to be written down.
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
    const { id, run, attempt, endpointId, requestId } = delivery;
    const end: AttemptEnd = { ...outcome, id, run, attempt, endpointId, outcome: outcome.class, nextAttemptAt, at };
    noteAttempt(ctx, { deliveryId: id, endpointId, run, attempt, requestId }, end);
    return end;
  } catch (err) {
    span?.end({ error: err });
    throw err;
  }
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
