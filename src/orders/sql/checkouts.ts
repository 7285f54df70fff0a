import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { PaymentLine } from '../../payments/port.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { firstRow, isOneRow } from '../../platform/database/rows.js';

export interface CheckoutPageRow {
  id: Id<'checkout'>;
  orderId: Id<'order'>;
  account: string;
  feeMinor: number;
  lines: readonly PaymentLine[];
  note: string;
  language: string | null;
  closesAt: Date;
  /** The processor's id of the page; null: its answer is still to come. */
  reference: string | null;
  url: string | null;
}

/** A page with the facts of its order that the processor needs. */
export type OpenPageRow = CheckoutPageRow & { mode: Mode; currency: string; checkoutToken: string };

const OPEN_COLUMNS = fragment`c.id, c.order_id, c.account, c.fee_minor, c.lines, c.note, c.language, c.closes_at, c.reference, c.url, o.mode, o.currency, o.checkout_token`;

export async function insertCheckout(
  tx: Transaction,
  page: Omit<CheckoutPageRow, 'reference' | 'url'>,
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO checkouts (id, order_id, account, state, fee_minor, lines, note, language, closes_at, created_at, looked_at)
    VALUES (${page.id}, ${page.orderId}, ${page.account}, 'opening', ${page.feeMinor}, ${JSON.stringify(page.lines)}::text::jsonb, ${page.note}, ${page.language},
      ${page.closesAt}, ${now}, ${now})`;
}

/** The pages of these orders that may still be paid. */
export async function findOpenPages(db: Queryable, orderIds: readonly Id<'order'>[]): Promise<OpenPageRow[]> {
  return db<OpenPageRow[]>`
    SELECT ${OPEN_COLUMNS} FROM checkouts c JOIN orders o ON o.id = c.order_id
    WHERE c.order_id = ANY (${orderIds as string[]}::text[]) AND c.ended_at IS NULL ORDER BY c.order_id`;
}

/** Open pages of these modes whose orders should have lost their tickets by `before`, the longest overdue first. */
export async function findOverduePages(
  db: Queryable,
  { modes, before }: { modes: readonly Mode[]; before: Date },
  limit: number,
): Promise<OpenPageRow[]> {
  return db<OpenPageRow[]>`
    SELECT ${OPEN_COLUMNS} FROM checkouts c JOIN orders o ON o.id = c.order_id
    WHERE c.ended_at IS NULL AND o.hold_until <= ${before} AND o.mode = ANY (${modes as Mode[]}::text[]) ORDER BY o.hold_until LIMIT ${limit}`;
}

/** Open pages of these modes that the processor was not asked about since `before`. */
export async function findPagesToLookAt(
  db: Queryable,
  { modes, before }: { modes: readonly Mode[]; before: Date },
  limit: number,
): Promise<OpenPageRow[]> {
  return db<OpenPageRow[]>`
    SELECT ${OPEN_COLUMNS} FROM checkouts c JOIN orders o ON o.id = c.order_id
    WHERE c.ended_at IS NULL AND c.state = 'open' AND c.looked_at <= ${before} AND o.mode = ANY (${modes as Mode[]}::text[]) ORDER BY c.looked_at LIMIT ${limit}`;
}

/** @returns false when the processor was asked about it since `before`. */
export function beginLook(db: Queryable, id: string, { before, now }: { before: Date; now: Date }): Promise<boolean> {
  return isOneRow(db`
    UPDATE checkouts SET looked_at = ${now} WHERE id = ${id} AND (looked_at <= ${before} OR looked_at = created_at)`);
}

export async function markLookedAt(db: Queryable, id: string, now: Date): Promise<void> {
  await db`UPDATE checkouts SET looked_at = ${now} WHERE id = ${id}`;
}

/** Writes down the page that the processor opened. @returns false when it has ended. */
export function markOpened(db: Queryable, id: string, page: { reference: string; url: string }): Promise<boolean> {
  return isOneRow(db`
    UPDATE checkouts SET state = 'open', reference = ${page.reference}, url = ${page.url}
    WHERE id = ${id} AND ended_at IS NULL`);
}

/** The page cannot be paid any more, or it was never opened. */
export async function markEnded(db: Queryable, id: string, state: 'closed' | 'refused', now: Date): Promise<void> {
  await db`UPDATE checkouts SET state = ${state}, ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`;
}

/** Locks pages, and says which of them are open: because of those, their orders still have their tickets. */
export async function lockPages(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx<{ id: string; open: boolean }[]>`
    SELECT id, ended_at IS NULL AS open FROM checkouts
    WHERE id = ANY ((SELECT ${ids as string[]}::text[])::text[]) ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.filter(({ open }) => open).map(({ id }) => id));
}

export async function markPaid(
  tx: Transaction,
  pages: readonly { id: string; reference: string; paymentReference: string }[],
  now: Date,
): Promise<void> {
  if (pages.length === 0) return;
  await tx`
    UPDATE checkouts c SET state = 'paid', reference = p.reference, payment_reference = p.payment_reference,
      ended_at = coalesce(c.ended_at, ${now})
    FROM json_populate_recordset(NULL::checkouts, ${recordset(pages)}::text::json) p WHERE c.id = p.id`;
}

type PageFacts = Pick<OpenPageRow, 'orderId' | 'mode' | 'account' | 'reference'> & { eventId: Id<'event'> };

/** The order of a page of ours, by our id. */
export function findPage(db: Queryable, id: string): Promise<PageFacts | null> {
  return firstRow(db<PageFacts[]>`
    SELECT c.order_id, o.mode, o.event_id, c.account, c.reference
    FROM checkouts c JOIN orders o ON o.id = c.order_id WHERE c.id = ${id}`);
}

/** The page of a payment on an account, in the mode of the processor's message. */
export function findPageOfPayment(
  db: Queryable,
  payment: { mode: Mode; account: string | null; paymentReference: string },
): Promise<{ orderId: Id<'order'> } | null> {
  return firstRow(db<{ orderId: Id<'order'> }[]>`
    SELECT c.order_id FROM checkouts c JOIN orders o ON o.id = c.order_id AND o.mode = ${payment.mode}
    WHERE c.payment_reference = ${payment.paymentReference} AND c.account = ${payment.account}`);
}
