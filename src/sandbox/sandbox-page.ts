import { hash } from 'node:crypto';
import { findKeyByHash } from '../access/sql/api-keys.js';
import type { ChangeType } from '../core/change-type.js';
import type { Id } from '../core/ids.js';
import { parseKeyKind } from '../core/key-format.js';
import { toDecimal } from '../core/money.js';
import { ConflictError } from '../core/problems.js';
import { listEndpoints } from '../deliveries/endpoints/list-endpoints.js';
import { type EarningRow, listEarningsOfSales } from '../earnings/sql/earnings.js';
import { findSale, type KeySaleRow, listSalesOfKey, listTestOrders } from '../earnings/sql/sales.js';
import { dateLabel } from '../listings/rules/event-labels.js';
import { refundOrder } from '../orders/refunds.js';
import { OrderTransitionError } from '../orders/rules/order-status.js';
import type { Context } from '../platform/context/context.js';
import { type KeptMail, readMailsAbout } from '../platform/mail/read-mailbox.js';
import { formToken, isFormToken, openSession, sealSession } from './rules/sandbox-session.js';
import { findTestKey, listSamplesOnSale, type TestKeyRow } from './sql/sandbox.js';

const SAMPLES = 12;
const SALES = 50;

/** One public record of a sale. */
type SandboxRecord = Pick<EarningRow, 'status' | 'reason' | 'currency'> & { commission: number };

export type SandboxSale = Pick<
  KeySaleRow,
  'orderId' | 'keyId' | 'createdAt' | 'quantity' | 'subId' | 'orderStatus' | 'ticketTypes'
> & {
  saleId: Id<'sale'>;
  event: string;
  paid: number;
  currency: string;
  /** Empty when the event paid nothing for it. */
  records: SandboxRecord[];
  /** Tickets that can still be refunded; 0 for free ones. */
  refundable: number;
};

export interface Sandbox {
  company: string;
  keyName: string;
  lastFour: string;
  /** Carried by the page's forms. */
  formToken: string;
  samples: { name: string; when: string; city: string | null; buyUrl: string }[];
  /** Newest first. */
  sales: SandboxSale[];
  /** A webhook of the key receives its sales and refunds. */
  notifies: boolean;
}

/** The key of a valid session, or null. */
async function keyOfSession(ctx: Context, session: string): Promise<TestKeyRow | null> {
  const keyId = openSession(ctx.encryptionKey, session, ctx.clock.now());
  return (keyId !== null && (await findTestKey(ctx.sql, keyId))) || null;
}

/** The content of the sandbox page of a test key: its links to samples and its test sales. Null when the session has ended. */
export async function getSandbox(ctx: Context, session: string): Promise<Sandbox | null> {
  const key = await keyOfSession(ctx, session);
  if (!key) return null;
  const [samples, sales, webhooks] = await Promise.all([
    listSamplesOnSale(ctx.sql, ctx.clock.now(), SAMPLES),
    listSalesOfKey(ctx.sql, key.id, SALES),
    notifiedWebhooks(ctx, key.id),
  ]);
  const saleIds = sales.map((sale) => sale.id);
  const records = await listEarningsOfSales(ctx.sql, saleIds);
  return {
    company: key.company,
    keyName: key.name,
    lastFour: key.lastFour,
    formToken: formToken(ctx.encryptionKey, session),
    samples: samples.map((sample) => ({
      name: sample.name,
      when: dateLabel(sample.date, sample.startsAt, sample),
      city: sample.city,
      buyUrl: `${ctx.config.origin}/buy/${encodeURIComponent(sample.id)}?ref=${key.ref}`,
    })),
    sales: sales.map((sale) => toSandboxSale(sale, records)),
    notifies: webhooks.length > 0,
  };
}

export function toSandboxSale(sale: KeySaleRow, records: readonly EarningRow[]): SandboxSale {
  return {
    ...sale,
    saleId: sale.id,
    event: sale.eventName,
    paid: toDecimal(sale.paidMinor, sale.orderCurrency),
    currency: sale.orderCurrency,
    records: records
      .filter((record) => record.saleId === sale.id)
      .map(({ status, reason, commissionMinor, currency }) => ({
        status,
        reason,
        commission: toDecimal(commissionMinor, currency),
        currency,
      })),
    refundable: sale.paidMinor === 0 ? 0 : sale.quantity - sale.refundedQuantity,
  };
}

export type SandboxRefusal = 'live_key' | 'unknown_key';

/** Opens the sandbox page for a test key. A live key has its own error, so that its owner does not use it here. */
export async function openSandbox(
  ctx: Context,
  key: string,
): Promise<{ session: string } | { refused: SandboxRefusal }> {
  const kind = parseKeyKind(key);
  if (kind !== null && kind !== 'test') return { refused: 'live_key' };
  const row = kind === null ? null : await findKeyByHash(ctx.sql, hash('sha256', key, 'buffer'), ctx.clock.now());
  const usable = row && (await findTestKey(ctx.sql, row.id));
  if (!usable) return { refused: 'unknown_key' };
  return { session: sealSession(ctx.encryptionKey, usable.id, ctx.clock.now()) };
}

/** Orders whose mails are looked for. */
const MAX_ORDERS_WITH_MAILS = 200;

/**
 * The mails of a test key's orders, newest first. They are never sent. They are kept for a day, or, on a service
 * without a mail server, for a month.
 *
 * @returns null when the session has ended.
 */
export async function readSandboxMail(ctx: Context, session: string): Promise<KeptMail[] | null> {
  const key = await keyOfSession(ctx, session);
  return key && readMailsAbout(ctx, await listTestOrders(ctx.sql, key.id, MAX_ORDERS_WITH_MAILS));
}

export interface SimulateRefundInput {
  session: string;
  formToken: string;
  saleId: Id<'sale'>;
  /** Absent: all tickets that are left, of the ticket type if one is named. */
  tickets?: number;
  ticketTypeId?: Id<'ticketType'>;
  /** Identifies this press of the button: pressed twice, it refunds once. */
  request: string;
}

/** `no_type`: a part of an order of several ticket types, without the type. */
export type SimulatedRefund = 'done' | 'session_over' | 'not_found' | 'nothing_left' | 'no_type';

/** Refunds a test sale of the session's key as a real one would be: `earnings.changed` is sent, nothing is paid back. */
export async function simulateRefund(ctx: Context, input: SimulateRefundInput): Promise<SimulatedRefund> {
  const key = await keyOfSession(ctx, input.session);
  if (!key || !isFormToken(ctx.encryptionKey, input.session, input.formToken)) return 'session_over';
  const sale = await findSale(ctx.sql, input.saleId);
  if (!sale || sale.keyId !== key.id || sale.mode !== 'test') return 'not_found';
  try {
    const { tickets, ticketTypeId } = input;
    await refundOrder(ctx, { orderId: sale.orderId, requestKey: `sandbox/${input.request}`, tickets, ticketTypeId });
    return 'done';
  } catch (error) {
    if (error instanceof ConflictError && error.errors?.[0]?.field === 'ticket_type') return 'no_type';
    if (error instanceof OrderTransitionError || error instanceof ConflictError) return 'nothing_left';
    throw error;
  }
}

/** The changes that a test sale or its refund makes. */
const NOTIFIED: readonly ChangeType[] = ['earnings.changed', 'order.changed'];

/** Addresses of the active webhooks of a key that receive its test sales and their refunds. */
export async function notifiedWebhooks(ctx: Context, keyId: Id<'key'>): Promise<string[]> {
  const endpoints = await listEndpoints(ctx, { keyId });
  return endpoints
    .filter(
      ({ kind, status, events }) =>
        kind === 'webhook' && status === 'active' && events.some((type) => NOTIFIED.includes(type)),
    )
    .map(({ url }) => url);
}
