import type { Id } from '../core/ids.js';
import { ProcessorRefusal } from '../payments/errors.js';
import type { Payment } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import { forEachSettled } from '../platform/process/settled.js';
import { reopen } from './open-checkout.js';
import { payOrder } from './pay-order.js';
import {
  beginLook,
  findOpenPages,
  findOverduePages,
  findPagesToLookAt,
  markEnded,
  markLookedAt,
  type OpenPageRow,
} from './sql/checkouts.js';
import { findOrderByToken } from './sql/orders.js';

/** However often a buyer loads the page of an order, the processor is asked about it once in that time. */
const LOOKS_MS = 5_000;
/** Calls of the processor at a time. */
const AT_ONCE = 8;
/** The processor is asked about a page that long after it was opened, and again and again: its message may never come. */
const LOOK_AGAIN_MS = 3 * 60_000;
const PAGE = 200;

/**
 * Closes the pages on which these orders can still be paid, so that their tickets may be given to others. A payment that was made
 * before is recorded: it wins.
 *
 * @throws when the processor could not be asked: those orders keep their tickets, and the others are dealt with.
 */
export async function closeCheckouts(ctx: Context, orderIds: readonly Id<'order'>[]): Promise<void> {
  const { hosted } = ctx.payments;
  if (hosted.length === 0 || orderIds.length === 0) return;
  const pages = await findOpenPages(ctx.sql, orderIds);
  await closePages(
    ctx,
    pages.filter(({ mode }) => hosted.includes(mode)),
  );
}

/** The same for orders whose holds should have ended before this instant. */
export async function closeOverdueCheckouts(ctx: Context, before: Date, limit: number): Promise<void> {
  const { hosted: modes } = ctx.payments;
  if (modes.length === 0) return;
  await closePages(ctx, await findOverduePages(ctx.sql, { modes, before }, limit));
}

async function closePages(ctx: Context, pages: readonly OpenPageRow[]): Promise<void> {
  const left = [...pages];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let page = left.shift(); page; page = left.shift()) {
      await closePage(ctx, page).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, pages.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

async function closePage(ctx: Context, page: OpenPageRow): Promise<void> {
  // Its answer was lost, or is on its way: by the same key the processor says which page it is.
  const reference = page.reference ?? (await findReference(ctx, page));
  if (reference === null) return;
  const payments = ctx.payments.of(page.mode);
  const closed = await payments.closeCheckout({ account: page.account, reference }).catch((error: unknown) => {
    // We may not use the account any more; the page has expired.
    if (!(error instanceof ProcessorRefusal) || ctx.clock.now() < page.closesAt) throw error;
    ctx.log.error({ orderId: page.orderId, code: error.code }, 'a payment page has ended, and its outcome is unknown');
    return { state: 'closed' } as const;
  });
  if (closed.state === 'paid') await recordPayment(ctx, page, reference, closed.payment);
  else await markEnded(ctx.sql, page.id, 'closed', ctx.clock.now());
}

async function findReference(ctx: Context, page: OpenPageRow): Promise<string | null> {
  const opened = await reopen(ctx, page);
  if (opened === 'refused') return null;
  return opened?.reference ?? (await findOpenPages(ctx.sql, [page.orderId]))[0]?.reference ?? null;
}

async function recordPayment(ctx: Context, page: OpenPageRow, reference: string, payment: Payment): Promise<void> {
  await payOrder(ctx, {
    orderId: page.orderId,
    paymentReference: payment.reference,
    page: { id: page.id, reference, amount: payment.amount },
  });
}

/** Asks the processor about a page, and records a payment that it reports. */
async function lookAt(ctx: Context, page: OpenPageRow): Promise<void> {
  if (page.reference === null) return;
  try {
    const payment = await ctx.payments.of(page.mode).findPayment({ account: page.account, reference: page.reference });
    if (payment) await recordPayment(ctx, page, page.reference, payment);
  } catch (error) {
    if (!(error instanceof ProcessorRefusal)) throw error;
    ctx.log.warn({ orderId: page.orderId, code: error.code }, 'the processor does not know a payment page');
  }
}

/** For a buyer who returns from the processor before its message. If this fails, the page shows the stored state. */
export async function followPayment(ctx: Context, token: string): Promise<void> {
  try {
    const order = await findOrderByToken(ctx.sql, token);
    const { hosted } = ctx.payments;
    if (!order || hosted.length === 0) return;
    const now = ctx.clock.now();
    for (const page of await findOpenPages(ctx.sql, [order.id])) {
      if (!hosted.includes(page.mode)) continue;
      if (await beginLook(ctx.sql, page.id, { before: new Date(now.getTime() - LOOKS_MS), now }))
        await lookAt(ctx, page);
    }
  } catch (err) {
    ctx.foldedLog.log('warn', 'follow-payment', { err }, 'the processor could not be asked about a payment');
  }
}

/** Asks the processor about pages without a message for minutes. @returns how many. */
export async function pollCheckouts(ctx: Context): Promise<number> {
  const { hosted: modes } = ctx.payments;
  if (modes.length === 0) return 0;
  const before = new Date(ctx.clock.now().getTime() - LOOK_AGAIN_MS);
  const pages = await findPagesToLookAt(ctx.sql, { modes, before }, PAGE);
  await forEachSettled(pages, async (page) => {
    // First: pages that the processor cannot be asked about would stay in front of all others.
    await markLookedAt(ctx.sql, page.id, ctx.clock.now());
    await lookAt(ctx, page);
  });
  return pages.length;
}
