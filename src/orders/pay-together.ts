import type { Id } from '../core/ids.js';
import type { ProcessorEvent } from '../payments/port.js';
import { recordEvents } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { isDatabaseBusy } from '../platform/database/database-errors.js';
import { type GroupCommit, groupCommit } from '../platform/process/group-commit.js';
import { MAX_QUEUED, MAX_WAIT_MS } from './in-turn.js';
import { isSale, lockPayments, type PaymentInput, type PaymentOutcome, sell } from './pay-order.js';

export interface TogetherPayment extends PaymentInput {
  eventId: Id<'event'>;
  message?: ProcessorEvent;
}

interface QueuedPayment {
  ctx: Context;
  payment: TogetherPayment;
}

type PaymentQueue = GroupCommit<QueuedPayment, PaymentOutcome | null>;

declare module '../platform/context/context.js' {
  interface Memory {
    /** Payments that wait for an earlier payment of their event. */
    paymentQueue: PaymentQueue;
  }
}

/** Beyond this, waiting costs more than another round trip. */
const MAX_BATCH = 64;

/** Payments of one event go together: the rows they change are locked and committed once, over one connection. */
export function createPaymentQueue(): PaymentQueue {
  const eventOf = ({ payment }: QueuedPayment) => payment.eventId;
  return groupCommit({
    write: recordAll,
    maxBatch: MAX_BATCH,
    keyOf: eventOf,
    groupOf: eventOf,
    maxQueued: MAX_QUEUED,
    maxWaitMs: MAX_WAIT_MS,
  });
}

/**
 * Records a payment together with other payments of its event that arrive during an earlier one. Only payments that sell held tickets go
 * together.
 *
 * @returns null for any other payment: nothing was done, and it must be recorded alone.
 * @throws {ProblemError} 503 `busy` when earlier payments took too long or are too many.
 */
export function payTogether(ctx: Context, payment: TogetherPayment): Promise<PaymentOutcome | null> {
  return ctx.memory.paymentQueue.add({ ctx, payment });
}

async function recordAll(queued: readonly QueuedPayment[]): Promise<(PaymentOutcome | null)[]> {
  const [first] = queued;
  if (!first) return [];
  const { ctx } = first;
  const payments = queued.map(({ payment }) => payment);
  try {
    return await ctx.sql.begin((tx) => record(ctx, tx, first.payment.eventId, payments));
  } catch (err) {
    if (isDatabaseBusy(err)) throw err;
    ctx.foldedLog.log('warn', 'pay-together', { err }, 'payments could not be recorded together');
    return [];
  }
}

async function record(
  ctx: Context,
  tx: Transaction,
  eventId: Id<'event'>,
  payments: readonly TogetherPayment[],
): Promise<(PaymentOutcome | null)[]> {
  const locked = await lockPayments(tx, payments);
  const now = ctx.clock.now();
  const seen = new Set<string>();
  const sales = locked.payments.filter((payment) => {
    const { id = '', eventId: ofEvent } = payment.order ?? {};
    if (seen.has(id) || ofEvent !== eventId || !isSale(payment, locked.sales, now)) return false;
    seen.add(id);
    return true;
  });
  const messages = sales.flatMap(({ input }) => input.message ?? []);
  const fresh = messages.length === 0 ? null : await recordEvents(tx, messages, now);
  const paid = sales.filter(({ input: { message } }) => !message || fresh?.has(message.id));
  const outcomes = await sell(ctx, tx, paid, locked.sales, now);
  const byInput = new Map(paid.map(({ input }, i) => [input, outcomes[i] ?? null]));
  return payments.map((input) => byInput.get(input) ?? null);
}
