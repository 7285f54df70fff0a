import { createHash } from 'node:crypto';
import { type Id, newId, randomText } from '../core/ids.js';
import { invalidField, ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { toOrder } from './get-order.js';
import { queueHold } from './hold-together.js';
import { isReturnUrl } from './rules/return-url.js';
import { listWebsiteDomains } from './sql/buy-links.js';
import { findRemembered } from './sql/orders.js';
import type { HoldRequest, HoldTerms } from './sql/ticket-holds.js';
import { assertChargeable, assertMaySell, explainRefusal } from './ticket-types.js';
import { linesOf, type NewOrder, type Order } from './wire.js';

/** How long a call waits for an earlier one with its Idempotency-Key. */
const MAX_WAIT_MS = 8_000;
/** Stock may come back before we look up why a hold was refused: then it is tried again. */
const ATTEMPTS = 3;

export type OrderCredit = Pick<HoldTerms, 'companyId' | 'keyId' | 'mode' | 'agreement'>;

interface PlaceOrderInput {
  credit: OrderCredit;
  source: 'api' | 'buy_link';
  idempotencyKey: string;
  body: NewOrder;
  maxWaitMs?: number;
}

/**
 * Holds tickets for 32 minutes and creates an order, once for each idempotency key of the credited company. All its tickets
 * are held, or none.
 *
 * @returns the order, and whether it was created by an earlier call with the same key.
 * @throws {ProblemError} 400 `unknown_event`, `unknown_ticket_type`, `quantity_over_limit`, `invalid_request` for lines in several
 *   currencies, or a total that the payment processor cannot charge; 409 `tickets_unavailable`,
 *   `sales_not_open`, `sales_ended`, `event_not_on_sale`, `free_ticket`, `idempotency_key_reused`, `idempotency_in_progress`.
 */
export async function placeOrder(ctx: Context, input: PlaceOrderInput): Promise<{ order: Order; replayed: boolean }> {
  const { credit, idempotencyKey, body } = input;
  const turn = await ctx.turns.enter(`key ${credit.companyId} ${credit.mode} ${idempotencyKey}`, {
    atOnce: 1,
    maxWaitMs: input.maxWaitMs ?? MAX_WAIT_MS,
  });
  if (!turn) throw new ProblemError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
  try {
    if (turn.waited) {
      const earlier = await replay(ctx, credit, idempotencyKey, body);
      if (earlier) return { order: earlier, replayed: true };
    }
    await assertChargeable(ctx, credit.mode, body);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const order = await hold(ctx, input);
      if (order) return { order, replayed: false };
      const earlier = await replay(ctx, credit, idempotencyKey, body);
      if (earlier) return { order: earlier, replayed: true };
      await explainRefusal(ctx, credit, body);
    }
    throw new ProblemError('tickets_unavailable');
  } finally {
    turn.leave();
  }
}

type CreateOrderInput = Omit<PlaceOrderInput, 'credit' | 'source'> & { caller: Caller };

/**
 * Holds tickets for 32 minutes and creates an order, once for each Idempotency-Key (contract: POST /orders). The sale
 * is credited to the caller's company directly.
 *
 * @returns the order, and whether it was created by an earlier call with the same key.
 * @throws {ProblemError} 403, 503 as {@link assertMaySell}; 400 and 409 as {@link placeOrder}; 400 `invalid_request` for a
 *   `return_url` on a domain that no website key lists.
 */
export async function createOrder(ctx: Context, input: CreateOrderInput): Promise<{ order: Order; replayed: boolean }> {
  const { caller, ...rest } = input;
  assertMaySell(ctx, caller);
  const { return_url: returnUrl } = input.body;
  if (returnUrl !== undefined && !(await mayReturnTo(ctx, caller.companyId, returnUrl))) {
    // The domain may have been removed since an earlier call with this key.
    const earlier = await replay(ctx, caller, input.idempotencyKey, input.body);
    if (earlier) return { order: earlier, replayed: true };
    throw invalidField('return_url', 'must be on a domain of one of your website keys');
  }
  return placeOrder(ctx, { credit: caller, source: 'api', ...rest });
}

/** Whether the order page may lead a buyer back to this address of a company. */
export async function mayReturnTo(ctx: Context, companyId: Id<'company'>, returnUrl: string): Promise<boolean> {
  return isReturnUrl(returnUrl, await listWebsiteDomains(ctx.sql, companyId));
}

async function replay(ctx: Context, credit: OrderCredit, key: string, body: NewOrder): Promise<Order | null> {
  const remembered = await findRemembered(ctx.sql, credit, key);
  if (!remembered) return null;
  const requestHash = remembered.erased ? hashWithoutBuyer(body) : hashRequest(body);
  if (remembered.requestHash !== requestHash) throw new ProblemError('idempotency_key_reused');
  return toOrder(ctx, remembered.order);
}

/** A new order for the tickets of a body. */
export function newHoldRequest(ctx: Context, body: NewOrder, idempotencyKey: string): HoldRequest {
  const lines = linesOf(body).map((line) => ({ ticketTypeId: line.ticket_type_id, quantity: line.quantity }));
  const orderId = newId('order');
  return {
    orderId,
    unit: lines.length === 1 ? `${body.event_id} ${lines[0]?.ticketTypeId}` : orderId,
    checkoutToken: randomText(32),
    idempotencyKey,
    requestHash: hashRequest(body),
    eventId: body.event_id,
    lines,
    subId: body.sub_id ?? null,
    buyerEmail: body.buyer_email,
    buyerName: body.buyer_name,
    requestId: ctx.trace?.requestId ?? null,
    traceparent: ctx.trace?.traceparent ?? null,
    returnUrl: body.return_url ?? null,
  };
}

/** The new order, or null when nothing was held: refused, or the key was used before. */
async function hold(ctx: Context, { credit, source, idempotencyKey, body }: PlaceOrderInput): Promise<Order | null> {
  const request = newHoldRequest(ctx, body, idempotencyKey);
  const { companyId, keyId, mode, agreement } = credit;
  const needsAccount = mode === 'live' && ctx.payments.of(mode).hosted;
  const terms: HoldTerms = { companyId, keyId, mode, agreement, source, needsAccount };
  const held = await queueHold({ ctx, terms, request });
  if (!held) return null;
  return toOrder(ctx, {
    ...request,
    ...held,
    id: request.orderId,
    mode,
    quantity: request.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    status: 'awaiting_payment',
    expiresAt: held.times.expiresAt,
    createdAt: held.times.now,
    version: 1,
  });
}

type OrderBody = Pick<NewOrder, 'event_id' | 'ticket_type_id' | 'quantity' | 'lines'> & {
  sub_id?: string | null;
  return_url?: string | null;
};

/** SHA-256 in hex of the body after defaults in a fixed order; `ticket_type_id` and `quantity` count as one line. */
function hashRequest(body: NewOrder): string {
  return digest(body, [body.buyer_email, body.buyer_name]);
}

/** The same without the buyer, for erased orders: the rest of the body identifies the request. */
export function hashWithoutBuyer(body: OrderBody): string {
  return digest(body, [null, null]);
}

function digest(body: OrderBody, buyer: readonly (string | null)[]): string {
  const { event_id, sub_id, return_url } = body;
  const lines = linesOf(body).map(({ ticket_type_id, quantity }) => [ticket_type_id, quantity]);
  const members = [event_id, lines, ...buyer, sub_id ?? null, ...(return_url ? [return_url] : [])];
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}
