import { OUTCOMES } from '../../core/outcomes.js';
import type { Context } from '../../platform/context/context.js';
import { isDatabaseBusy } from '../../platform/database/database-errors.js';
import { retryWhileBusy } from '../../platform/database/retry-while-busy.js';
import { type GroupCommit, groupCommit } from '../../platform/process/group-commit.js';
import type { StartedSpan } from '../../platform/traces/span.js';
import { requestFact, storedTrace } from '../../platform/traces/trace-context.js';
import { parkDisabled } from '../close-waiting.js';
import { DISABLE_AFTER_MS } from '../rules/delivery.js';
import { delayAfterFailure } from '../rules/retry-schedule.js';
import { sendSigned } from '../send-signed.js';
import type { SendTarget } from '../sql/claims.js';
import { type AttemptEnd, recordEnds } from '../sql/outcomes.js';
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

/** Outcomes of one transaction. */
const MAX_BATCH = 500;
/** Commits of a few outcomes each cost processor time that sending needs. */
const REST_MS = 50;

/**
 * Writes the outcomes of attempts, hundreds in one transaction; a single one immediately. Waits for a database that is away,
 * since an unwritten attempt is made again. An outcome that the database refuses is logged, and its attempt is made
 * again too. `add` never rejects.
 *
 * @param ending aborted when the process waits for the database no longer.
 */
export function createOutcomeWriter(ctx: Context, ending: AbortSignal): GroupCommit<AttemptEnd, void> {
  async function record(ends: readonly AttemptEnd[]): Promise<void> {
    const now = ctx.clock.now();
    const disableBefore = new Date(now.getTime() - DISABLE_AFTER_MS);
    const disabled = await ctx.sql.begin((tx) => recordEnds(tx, ends, { now, disableBefore }));
    for (const { id, failure } of disabled) parkDisabled(ctx, id, failure);
  }

  async function writeAll(ends: readonly AttemptEnd[]): Promise<void> {
    try {
      await retryWhileBusy(() => record(ends), ending);
    } catch (err) {
      ctx.foldedLog.log('warn', 'outcomes', { err, outcomes: ends.length }, 'outcomes could not be written');
      if (isDatabaseBusy(err)) return ending.aborted ? undefined : writeAll(ends);
      // A refused outcome does not block the others.
      if (ends.length > 1) for (const end of ends) await writeAll([end]);
    }
  }

  return groupCommit({
    maxBatch: MAX_BATCH,
    restMs: REST_MS,
    async write(ends) {
      await writeAll(ends);
      return [];
    },
  });
}
