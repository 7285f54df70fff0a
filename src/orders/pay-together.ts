import type { Id } from '../core/ids.js';
import type { ProcessorEvent } from '../payments/port.js';
import { recordEvents } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { isDatabaseBusy } from '../platform/database/database-errors.js';
import { inTurn, MOST_WAITING } from './in-turn.js';
import { isSale, lockPayments, type PaymentInput, type PaymentOutcome, sell } from './pay-order.js';

export interface TogetherPayment extends PaymentInput {
  eventId: Id<'event'>;
  /** The message that reports it. */
  message?: ProcessorEvent;
}

/** Payments of one event that are recorded together. */
interface Batch {
  payments: TogetherPayment[];
  /** In the same order; null for a payment that has to be recorded alone. */
  outcomes: Promise<(PaymentOutcome | null)[]>;
}

declare module '../platform/context/context.js' {
  interface Memory {
    /** By event: payments that wait for those before them, and take others along. */
    paymentBatches: Map<string, Batch>;
  }
}

/** Beyond this, waiting costs more than another round trip. */
const LARGEST_BATCH = 64;
/** One is being recorded while others gather. */
const LINE = { name: 'payments of', atOnce: 1, mostWaiting: Math.floor(MOST_WAITING / LARGEST_BATCH) };

/**
 * Records a payment together with others of its event that come while earlier ones are being recorded: what they all change is locked
 * and committed once, and one connection serves them all. Only payments that sell held tickets go together.
 *
 * @returns null for any other: nothing was done, and it has to be recorded alone.
 * @throws {ProblemError} 503 `busy` when those before it took too long or are too many.
 */
export async function payTogether(ctx: Context, payment: TogetherPayment): Promise<PaymentOutcome | null> {
  const { paymentBatches } = ctx.memory;
  const gathering = paymentBatches.get(payment.eventId);
  const batch = gathering && gathering.payments.length < LARGEST_BATCH ? gathering : openBatch(ctx, payment.eventId);
  const place = batch.payments.push(payment) - 1;
  return (await batch.outcomes)[place] ?? null;
}

/** Payments may join it until its turn comes. */
function openBatch(ctx: Context, eventId: Id<'event'>): Batch {
  const { paymentBatches } = ctx.memory;
  const close = () => {
    if (paymentBatches.get(eventId) === batch) paymentBatches.delete(eventId);
  };
  const payments: TogetherPayment[] = [];
  const write = () => {
    close();
    return recordAll(ctx, eventId, payments);
  };
  const batch: Batch = { payments, outcomes: inTurn(ctx, eventId, write, LINE).finally(close) };
  paymentBatches.set(eventId, batch);
  return batch;
}

async function recordAll(
  ctx: Context,
  eventId: Id<'event'>,
  payments: readonly TogetherPayment[],
): Promise<(PaymentOutcome | null)[]> {
  try {
    return await ctx.sql.begin((tx) => record(ctx, tx, eventId, payments));
  } catch (err) {
    if (isDatabaseBusy(err)) throw err;
    // Whichever it was: each is recorded alone.
    ctx.foldedLog.log('warn', 'pay-together', { err }, 'payments could not be recorded together');
    return payments.map(() => null);
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
  const sales = locked.payments.filter((one) => {
    const { id = '', eventId: ofEvent } = one.order ?? {};
    if (seen.has(id) || ofEvent !== eventId || !isSale(one, locked.sales, now)) return false;
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
