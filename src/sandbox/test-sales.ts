import { listKeys } from '../access/keys.js';
import { type Id, randomText } from '../core/ids.js';
import { ConflictError, conflict, noSuch, ProblemError } from '../core/problems.js';
import { UNLIMITED_AGREEMENT } from '../core/viewer.js';
import { deleteTestDeliveries } from '../deliveries/sql/delivery-log.js';
import { recordEarningChanges } from '../earnings/record-earning-changes.js';
import { listEarningsOfSales } from '../earnings/sql/earnings.js';
import { stepTestEarnings } from '../earnings/sql/earnings-maturing.js';
import { findSale, listSalesOfKey } from '../earnings/sql/sales.js';
import { cancelOrder } from '../orders/end-hold.js';
import { payOrder } from '../orders/pay-order.js';
import { placeOrder } from '../orders/place-order.js';
import { refundOrder } from '../orders/refunds.js';
import { OrderTransitionError, SETTLED } from '../orders/rules/order-status.js';
import { BUTTON_KEY, listTestOrders } from '../orders/sql/orders.js';
import { findTicketTypes } from '../orders/sql/ticket-types.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { noteGoLive } from './go-live.js';
import { type SandboxSale, toSandboxSale } from './sandbox-page.js';
import { listSamplesOnSale } from './sql/sandbox.js';

const SALES = 50;
const SAMPLES = 5;

interface OfCompany {
  companyId: Id<'company'>;
}

async function testKeys(ctx: Context, companyId: Id<'company'>) {
  const keys = await listKeys(ctx, companyId);
  return keys.filter(({ kind, revokedAt }) => kind === 'test' && revokedAt === null);
}

/** The newest test sales of a company, whose keys were not revoked. */
export async function listTestSales(ctx: Context, { companyId }: OfCompany): Promise<SandboxSale[]> {
  const keys = await testKeys(ctx, companyId);
  const sales = (await Promise.all(keys.map(({ id }) => listSalesOfKey(ctx.sql, id, SALES)))).flat();
  const newest = sales.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, SALES);
  const records = await listEarningsOfSales(
    ctx.sql,
    newest.map(({ id }) => id),
  );
  return newest.map((sale) => toSandboxSale(sale, records));
}

/**
 * Buys a ticket of a sample event in the name of a company's newest test key, as a buyer would: webhooks get
 * `earnings.changed`.
 *
 * @param sale.turn which of the first samples it is of, by turns; the first if absent.
 * @returns the order and the key.
 * @throws {ProblemError} `invalid_request` without a test key or a sample on sale, else as {@link placeOrder}.
 */
export async function makeTestSale(
  ctx: Context,
  { companyId, subId, turn = 0 }: OfCompany & { subId?: string; turn?: number },
): Promise<{ orderId: Id<'order'>; keyId: Id<'key'> }> {
  const key = (await testKeys(ctx, companyId)).at(-1);
  if (!key) throw conflict('key', 'there is no test key: create one first');
  const choice = await findSample(ctx, turn);
  if (!choice) throw conflict('event', 'no sample event is on sale now');
  const { order } = await placeOrder(ctx, {
    credit: { companyId, keyId: key.id, mode: 'test', agreement: UNLIMITED_AGREEMENT },
    source: 'buy_link',
    idempotencyKey: BUTTON_KEY + randomText(20),
    body: { ...choice, quantity: 1, buyer_email: 'buyer@example.com', buyer_name: 'Test Buyer', sub_id: subId },
  });
  await payOrder(ctx, { orderId: order.id, paymentReference: `sim_pay_${order.id}` });
  await record(ctx, 'sandbox.sale', companyId, order.id);
  return { orderId: order.id, keyId: key.id };
}

/** A ticket of a sample event that costs money. */
async function findSample(ctx: Context, turn: number) {
  const samples = await listSamplesOnSale(ctx.sql, ctx.clock.now(), SAMPLES);
  const first = turn % Math.max(1, samples.length);
  for (const { id } of [...samples.slice(first), ...samples.slice(0, first)]) {
    const types = await findTicketTypes(ctx.sql, [id]);
    const ticketType = types.find(({ totalMinor, ticketsLeft }) => totalMinor > 0 && ticketsLeft > 0);
    if (ticketType) return { event_id: id, ticket_type_id: ticketType.id };
  }
  return null;
}

/** @throws {ProblemError} `invalid_request` for a sale that is not the company's, or live. */
export async function getTestSale(ctx: Context, { companyId, saleId }: OfCompany & { saleId: Id<'sale'> }) {
  const sale = await findSale(ctx.sql, saleId);
  if (sale?.companyId !== companyId || sale.mode !== 'test') throw noSuch('sale', saleId);
  return sale;
}

/** Refunds the rest; no money moves. @throws {ProblemError} as {@link getTestSale}, and `invalid_request` if none is left. */
export async function refundTestSale(
  ctx: Context,
  { companyId, saleId }: OfCompany & { saleId: Id<'sale'> },
): Promise<void> {
  const { orderId } = await getTestSale(ctx, { companyId, saleId });
  if (!(await refundAll(ctx, orderId))) throw conflict('sale', 'nothing is left to refund');
  await record(ctx, 'sandbox.refund', companyId, saleId);
}

/** @returns whether something was left. */
async function refundAll(ctx: Context, orderId: Id<'order'>): Promise<boolean> {
  try {
    return (await refundOrder(ctx, { orderId, requestKey: `sandbox/${randomText(20)}` })) !== null;
  } catch (error) {
    if (error instanceof OrderTransitionError || error instanceof ConflictError) return false;
    throw error;
  }
}

function record(ctx: Context, action: 'sandbox.sale' | 'sandbox.refund', companyId: Id<'company'>, objectId: string) {
  return ctx.sql.begin((tx) => recordAction(ctx, tx, { action, companyId, objectId }));
}

/** Open orders that one reset cancels, and paid ones that it refunds. */
const MAX_CANCELLED = 1_000;
const MAX_REFUNDED = 2_000;
const BATCH = 1_000;

/**
 * Moves the newest thousand of a company's test earnings on by one state, as if their time had come: pending to approved, approved
 * to ready. The clock of the service, which all companies share, does not move. Webhooks of the keys get `earnings.changed`.
 */
export async function stepSandbox(ctx: Context, { companyId }: OfCompany): Promise<{ moved: number }> {
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const moved = await stepTestEarnings(tx, companyId, now, BATCH);
    await recordEarningChanges(tx, moved, now);
    const details = { moved: moved.length };
    await recordAction(ctx, tx, { action: 'sandbox.step', companyId, objectId: companyId, details });
    return { moved: moved.length };
  });
}

/** Cancels open test orders, refunds test sales and deletes finished test deliveries; the ledger's records add up to zero. */
export async function resetSandbox(
  ctx: Context,
  { companyId }: OfCompany,
): Promise<{ cancelled: number; refunded: number; deliveries: number }> {
  // The steps of the checklist that the deliveries prove must outlive them.
  await noteGoLive(ctx, companyId);
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'sandbox.reset', companyId, objectId: companyId }));
  let cancelled = 0;
  const open = await listTestOrders(ctx.sql, { companyId, statuses: ['awaiting_payment'], limit: MAX_CANCELLED });
  for (const orderId of open) cancelled += Number(await cancel(orderId));
  let refunded = 0;
  for (const orderId of await listTestOrders(ctx.sql, { companyId, statuses: SETTLED, limit: MAX_REFUNDED })) {
    if (await refundAll(ctx, orderId)) refunded += 1;
  }
  const deliveries = await inBatches(BATCH, (limit) => deleteTestDeliveries(ctx.sql, companyId, limit));
  return { cancelled, refunded, deliveries };

  /** @returns whether it was still open. */
  async function cancel(orderId: Id<'order'>): Promise<boolean> {
    try {
      await cancelOrder(ctx, { caller: { companyId, mode: 'test' }, orderId });
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'order_not_open') return false;
      throw error;
    }
  }
}
