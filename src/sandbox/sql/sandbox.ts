import type { Id } from '../../core/ids.js';
import type { EventClock } from '../../core/local-time.js';
import type { EventRow } from '../../listings/rules/event-columns.js';
import { endOfEvent } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow } from '../../platform/database/rows.js';

export interface TestKeyRow {
  id: Id<'key'>;
  companyId: Id<'company'>;
  company: string;
  name: string;
  lastFour: string;
  ref: string;
}

/** A test key that may be used now: not revoked, its company not suspended. */
export function findTestKey(db: Queryable, keyId: Id<'key'>): Promise<TestKeyRow | null> {
  return firstRow(db<TestKeyRow[]>`
    SELECT k.id, k.company_id, c.name AS company, k.name, k.last_four, k.ref
    FROM api_keys k JOIN companies c ON c.id = k.company_id AND c.status = 'active'
    WHERE k.id = ${keyId} AND k.kind = 'test' AND k.revoked_at IS NULL`);
}

export type SampleRow = Pick<EventRow, 'id' | 'name' | 'date' | 'startsAt' | 'city' | keyof EventClock>;

/** Sample events with tickets that can be bought now, soonest first. */
export async function listSamplesOnSale(db: Queryable, now: Date, limit: number): Promise<SampleRow[]> {
  return db<SampleRow[]>`
    SELECT e.id, e.name, e.date, e.starts_at, e.timezone, e.utc_offset, e.online, e.city FROM events e
    WHERE e.test AND e.shared AND e.status IN ('scheduled', 'rescheduled')
      AND ${endOfEvent('e')} > ${now}
      AND EXISTS (
        SELECT FROM ticket_types t WHERE t.event_id = e.id AND t.held + t.sold < t.capacity
          AND (t.sales_from IS NULL OR t.sales_from <= ${now}) AND (t.sales_until IS NULL OR t.sales_until > ${now})
      )
    ORDER BY e.date, e.id LIMIT ${limit}`;
}
