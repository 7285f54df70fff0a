import { findChargingAccount } from '../catalogue/sql/payment-accounts.js';
import { newId } from '../core/ids.js';
import { knownZone } from '../core/local-time.js';
import { translator } from '../core/locales/messages.js';
import { percentOf } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import { MINUTE } from '../core/time.js';
import { estimateReward } from '../earnings/estimate-reward.js';
import { chargeRefusal } from '../payments/charge-refusal.js';
import { ProcessorFailure, ProcessorRefusal } from '../payments/errors.js';
import type { CheckoutRequest, PaymentLine } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { findOpenPages, insertCheckout, markEnded, markOpened, type OpenPageRow } from './sql/checkouts.js';
import { findCheckout, lockOrder, type OrderRow, rememberLanguage } from './sql/orders.js';

/** No page is opened in this last part of a hold: typing a card and confirming it at the bank takes longer. */
export const LAST_START_MS = 2 * MINUTE;
/** The processor takes no page that closes sooner than in half an hour; a minute for its clock. We close it with the hold. */
const PAGE_MS = 31 * MINUTE;

/**
 * The Pay button where buyers pay on a page of the processor: opens the page, or finds the open one.
 *
 * @returns where it is; null when the order cannot be paid (any more): its own page says why.
 * @throws {ProblemError} 503 `payments_unavailable` when the organizer cannot take cards, or the processor refuses the
 * payment; `busy` when it does not answer: the order keeps its tickets, and may be tried again.
 */
export async function openCheckout(ctx: Context, token: string, language: string): Promise<string | null> {
  const known = await findCheckout(ctx.sql, token);
  if (known?.status !== 'awaiting_payment') return null;
  await rememberLanguage(ctx.sql, known.orderId, language);
  const page = await ctx.sql.begin(async (tx) => {
    const order = await lockOrder(tx, known.orderId);
    if (order?.status !== 'awaiting_payment' || known.eventStatus === 'cancelled') return null;
    const [open] = await findOpenPages(tx, [order.id]);
    if (open) return open;
    if (ctx.clock.now().getTime() > order.expiresAt.getTime() - LAST_START_MS) return null;
    const lines = known.lines.map(({ name, unitTotalMinor: unitMinor, quantity }) => {
      return { title: `${known.eventName} · ${name}`, unitMinor, quantity };
    });
    await begin(ctx, tx, order, lines, { language, timezone: known.timezone });
    return (await findOpenPages(tx, [order.id]))[0] ?? null;
  });
  if (page === null || page.url !== null) return page?.url ?? null;
  const opened = await reopen(ctx, page).catch((err: unknown) => {
    ctx.foldedLog.log('warn', 'open-checkout', { err }, 'a payment page could not be opened');
    throw new ProblemError('busy', { headers: { 'Retry-After': '5' } });
  });
  if (opened === 'refused') throw new ProblemError('payments_unavailable');
  return opened?.url ?? null;
}

async function begin(
  ctx: Context,
  tx: Transaction,
  order: OrderRow,
  lines: readonly PaymentLine[],
  { language, timezone }: { language: string; timezone: string | null },
): Promise<void> {
  const account = await findChargingAccount(tx, order.eventId);
  const refusal = chargeRefusal(ctx.payments.of(order.mode), lines, order.currency);
  if (account === null || refusal !== null) throw new ProblemError('payments_unavailable');
  const now = ctx.clock.now();
  const t = translator(language);
  const zone = knownZone(timezone);
  const time = order.expiresAt.toLocaleTimeString(t.locale, { hour: '2-digit', minute: '2-digit', timeZone: zone });
  await insertCheckout(
    tx,
    {
      id: newId('checkout'),
      orderId: order.id,
      account,
      feeMinor: await findFee(ctx, tx, order),
      lines,
      note: t('checkout.deadline', { time, timezone: zone }),
      language,
      closesAt: new Date(now.getTime() + PAGE_MS),
    },
    now,
  );
}

/** Our part of the payment: the partner's reward, if it is in the same currency, and our own share. */
async function findFee(ctx: Context, tx: Transaction, order: OrderRow): Promise<number> {
  const reward = await estimateReward(tx, order.id);
  const earned = reward?.commission.currency === order.currency ? reward.commission.minor : 0;
  const fee = earned + percentOf(order.totalMinor, ctx.config.stripe[order.mode]?.feePercent ?? 0);
  const capped = Math.min(fee, order.totalMinor);
  // The processor rounds some currencies to tens or hundreds: never above the decided amount.
  let exact = capped;
  const { amountRefusal } = ctx.payments.of(order.mode);
  while (exact > 0 && amountRefusal({ minor: exact, currency: order.currency }) === 'amount_not_expressible')
    exact -= 1;
  return exact;
}

/** Asks for a page by the same key, so a page whose answer was lost is returned too. @returns null when the page has ended. */
export async function reopen(
  ctx: Context,
  page: OpenPageRow,
): Promise<{ reference: string; url: string } | 'refused' | null> {
  try {
    const opened = await ctx.payments.of(page.mode).openCheckout(toRequest(ctx, page));
    return (await markOpened(ctx.sql, page.id, opened)) ? opened : null;
  } catch (error) {
    // The processor would repeat an ended page: the next page takes another key.
    if (error instanceof ProcessorFailure) await markEnded(ctx.sql, page.id, 'refused', ctx.clock.now());
    if (!(error instanceof ProcessorRefusal)) throw error;
    ctx.log.warn({ orderId: page.orderId, account: page.account, code: error.code }, 'no payment page was opened');
    await markEnded(ctx.sql, page.id, 'refused', ctx.clock.now());
    return 'refused';
  }
}

function toRequest(ctx: Context, page: OpenPageRow): CheckoutRequest {
  const { id, account, orderId, lines, currency, feeMinor, note, language, closesAt } = page;
  const url = ctx.payments.of(page.mode).checkoutUrl(page.checkoutToken);
  return {
    ...{ key: id, account, orderId, lines, currency, feeMinor, note, language },
    returnUrl: `${url}?from=payment`,
    cancelUrl: url,
    expiresAt: closesAt,
  };
}
