import type { Id } from '../core/ids.js';
import { toDecimal } from '../core/money.js';
import { type EarningRow, listEarningsOfSales } from '../earnings/sql/earnings.js';
import { type KeySaleRow, listSalesOfKey } from '../earnings/sql/sales.js';
import { dateLabel } from '../listings/rules/event-labels.js';
import type { Context } from '../platform/context/context.js';
import { notifiedWebhooks } from './notified-webhooks.js';
import { formToken, openSession } from './rules/sandbox-session.js';
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
export async function keyOfSession(ctx: Context, session: string): Promise<TestKeyRow | null> {
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
