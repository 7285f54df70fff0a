import type { FailureClass } from '../core/outcomes.js';
import type { Context } from '../platform/context/context.js';
import type { OutboundOutcome } from '../platform/outbound-http/send.js';
import { holdDisabled } from './hold-disabled.js';
import type { Lanes } from './lanes.js';
import { noteAttempt } from './note-attempt.js';
import { type DeliveryState, DISABLE_AFTER_MS } from './rules/delivery.js';
import { delayAfterFailure } from './rules/retry-schedule.js';
import { isQuick, isSlow, SLOW_FOR_MS } from './rules/slow.js';
import { sendSigned } from './send-signed.js';
import { closeDelivery, holdDelivery } from './sql/deliveries.js';
import { type AttemptTarget, beginAttempt, finishAttempt } from './sql/delivery-attempts.js';
import { clearSlow, lockEndpoint, markSlow, noteFailure } from './sql/delivery-endpoints.js';
import { releaseClaims } from './sql/first-attempts.js';
import type { AttemptInput, AttemptResult } from './workflow.js';

/**
 * Makes one attempt of a delivery for its workflow: writes it down, sends it, writes down how it ended. Repeating it after
 * a crash sends the same attempt again, and after its end nothing at all. Every fault of the receiver is an answer.
 *
 * @throws only for our own failures (database, secret, machine); the attempt is then repeated.
 */
export async function attemptDelivery(ctx: Context, lanes: Lanes, input: AttemptInput): Promise<AttemptResult> {
  const leave = lanes.enter(input.lane, input.endpointId);
  if (!leave) return { kind: input.lane === 'fast' ? 'moved' : 'crowded' };
  try {
    const now = ctx.clock.now();
    const target = await beginAttempt(ctx.sql, input, { now, passSlow: input.lane === 'slow' });
    if (!target) return { kind: 'closed', state: 'missing' };
    if (!target.begun) return await whyNot(ctx, input, target);
    const outcome = await send(ctx, input, target);
    return outcome.class === 'ok'
      ? await succeed(ctx, input, target, outcome)
      : await fail(ctx, input, target, outcome, outcome.class);
  } finally {
    leave();
  }
}

async function send(ctx: Context, { deliveryId, run, attempt }: AttemptInput, target: AttemptTarget) {
  try {
    return await sendSigned(ctx, { ...target, deliveryId });
  } catch (error) {
    // A fault of ours, which Temporal tries again soon: it must not find the attempt claimed.
    if (attempt === 1) await releaseClaims(ctx.sql, [{ id: deliveryId, run }]).catch(() => {});
    throw error;
  }
}

async function whyNot(ctx: Context, input: AttemptInput, target: AttemptTarget): Promise<AttemptResult> {
  if (target.state !== 'pending') return { kind: 'closed', state: target.state };
  if (target.run !== input.run || target.attempt !== input.attempt - 1) {
    const waitMs = Math.max(0, (target.nextAttemptAt?.getTime() ?? 0) - ctx.clock.now().getTime());
    return { kind: 'elsewhere', run: target.run, attempt: target.attempt + 1, waitMs };
  }
  if (target.stale) return closed(await closeDelivery(ctx.sql, input.deliveryId, 'superseded', ctx.clock.now()), input);
  if (!target.open) return closed(await hold(ctx, input), input);
  if (input.lane === 'fast' && target.slowUntil !== null && target.slowUntil > ctx.clock.now())
    return { kind: 'moved' };
  // A sender has claimed this first attempt.
  return { kind: 'crowded' };
}

function hold(ctx: Context, { deliveryId, endpointId }: AttemptInput): Promise<DeliveryState | null> {
  return ctx.sql.begin(async (tx) => {
    await lockEndpoint(tx, endpointId);
    return holdDelivery(tx, deliveryId, ctx.clock.now());
  });
}

/** Still pending: the endpoint was enabled just now, and the attempt is due. */
function closed(state: DeliveryState | null, { run, attempt }: AttemptInput): AttemptResult {
  if (state === 'pending') return { kind: 'elsewhere', run, attempt, waitMs: 0 };
  return { kind: 'closed', state: state ?? 'missing' };
}

async function succeed(
  ctx: Context,
  input: AttemptInput,
  target: AttemptTarget,
  outcome: OutboundOutcome,
): Promise<AttemptResult> {
  const now = ctx.clock.now();
  const end = { ...outcome, outcome: outcome.class, nextAttemptAt: null, now };
  await finishAttempt(ctx.sql, input, end);
  noteAttempt(ctx, input, end);
  if (target.slowUntil !== null && isQuick(end)) await clearSlow(ctx.sql, target.endpointId);
  if (isSlow(end)) await markSlow(ctx.sql, target.endpointId, after(now, SLOW_FOR_MS));
  return { kind: 'closed', state: 'delivered' };
}

async function fail(
  ctx: Context,
  input: AttemptInput,
  target: AttemptTarget,
  outcome: OutboundOutcome,
  failure: FailureClass,
): Promise<AttemptResult> {
  const now = ctx.clock.now();
  const delay = delayAfterFailure(input.attempt);
  const nextAttemptAt = delay === null ? null : after(now, delay);
  const end = { ...outcome, outcome: failure, nextAttemptAt, now };
  await finishAttempt(ctx.sql, input, end);
  noteAttempt(ctx, input, end);
  if (isSlow(end)) await markSlow(ctx.sql, target.endpointId, after(now, SLOW_FOR_MS));
  const disableBefore = after(now, -DISABLE_AFTER_MS);
  if (await noteFailure(ctx.sql, target.endpointId, { outcome: failure, now, disableBefore })) {
    holdDisabled(ctx, target.endpointId, failure);
    if (nextAttemptAt && (await hold(ctx, input)) === 'held') return { kind: 'closed', state: 'held' };
  }
  return { kind: 'failed', failure };
}

function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}
