import { chargingEvent } from '../../catalogue/sql/event-terms.js';
import type { Id } from '../../core/ids.js';
import type { KeyKind } from '../../core/viewer.js';
import type { EventColumn, EventRow, RowKey } from '../../listings/rules/event-columns.js';
import { eventColumns } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { columnValues, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { HoldRequest, HoldTerms } from './ticket-holds.js';

/** The owner of a buy link's code, if that company may be credited now. */
export interface RefOwner {
  keyId: Id<'key'>;
  companyId: Id<'company'>;
  kind: KeyKind;
  countries: string[] | null;
  categories: string[] | null;
}

/** The key of a code, revoked or not, of a company in use. Case does not matter: no two codes differ in case only. */
export function findRefOwner(db: Queryable, ref: string): Promise<RefOwner | null> {
  return firstRow(db<RefOwner[]>`
    SELECT k.id AS key_id, k.company_id, k.kind, a.countries, a.categories
    FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.status = 'active'
    LEFT JOIN agreements a ON a.company_id = k.company_id
    WHERE lower(k.ref) = lower(${ref}) ORDER BY k.ref = ${ref} DESC LIMIT 1`);
}

const BUY_COLUMNS = [
  'id',
  'test',
  'shared',
  'name',
  'status',
  'starts_at',
  'ends_at',
  'date',
  'timezone',
  'utc_offset',
  'online',
  'venue',
  'city',
  'country',
  'category',
  'image',
  'short_description',
  'source_url',
] as const satisfies readonly EventColumn[];
type BuyColumn = (typeof BUY_COLUMNS)[number];

export type BuyEventRow = Pick<EventRow, RowKey<BuyColumn>> & { charging: boolean };

export function findBuyEvent(db: Queryable, eventId: Id<'event'>): Promise<BuyEventRow | null> {
  return firstRow(db<BuyEventRow[]>`
    SELECT ${eventColumns('events', BUY_COLUMNS)}, ${chargingEvent('events')} AS charging FROM events WHERE events.id = ${eventId}`);
}

export interface FreeOrder extends HoldRequest, Pick<HoldTerms, 'companyId' | 'keyId' | 'mode'> {
  ticketTypeId: Id<'ticketType'>;
  quantity: number;
  language: string | null;
  now: Date;
}

/** Writes a free order down as paid: there is nothing to pay. */
export async function insertFreeOrder(tx: Queryable, order: FreeOrder, currency: string): Promise<void> {
  await tx`
    WITH line AS (
      INSERT INTO order_lines (order_id, position, ticket_type_id, quantity, unit_price_minor, unit_total_minor)
      VALUES (${order.orderId}, 1, ${order.ticketTypeId}, ${order.quantity}, 0, 0)
    )
    INSERT INTO orders (id, company_id, key_id, mode, source, event_id, quantity, total_minor, currency, status, sub_id, buyer_email, buyer_name, checkout_token, expires_at, hold_until, paid_at, closed_at, created_at, language,
      request_id, traceparent, return_url)
    VALUES (${order.orderId}, ${order.companyId}, ${order.keyId}, ${order.mode}, 'buy_link', ${order.eventId}, ${order.quantity},
      0, ${currency}, ${order.mode === 'test' ? 'test' : 'paid'}, ${order.subId}, ${order.buyerEmail}, ${order.buyerName},
      ${order.checkoutToken}, ${order.now}, ${order.now}, ${order.now}, ${order.now}, ${order.now}, ${order.language},
      ${order.requestId}, ${order.traceparent}, ${order.returnUrl})`;
}

/** The domains of a company's website keys that were not revoked. */
export function listWebsiteDomains(db: Queryable, companyId: Id<'company'>): Promise<string[]> {
  return columnValues(db<{ domain: string }[]>`
    SELECT DISTINCT unnest(domains) AS domain FROM api_keys
    WHERE company_id = ${companyId} AND kind = 'website' AND revoked_at IS NULL`);
}

/** Remembers the attempt; false when it was made before. */
export function rememberAttempt(tx: Queryable, order: FreeOrder): Promise<boolean> {
  return isOneRow(tx`
    INSERT INTO idempotency_keys (company_id, mode, key, request_hash, order_id, created_at)
    VALUES (${order.companyId ?? ''}, ${order.mode}, ${order.idempotencyKey}, decode(${order.requestHash}, 'hex'),
      ${order.orderId}, ${order.now})
    ON CONFLICT DO NOTHING`);
}
