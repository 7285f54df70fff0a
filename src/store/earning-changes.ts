import type { Mode } from '../contracts/wire/common.js';
import type { Queryable } from './database.js';

/** Something to tell about an earning. */
export interface EarningChange {
  id: string;
  mode: Mode;
  /** The earning's state, for operators. */
  what: string;
  /** The record as partners read it, as JSON. */
  earning: string;
  companyId: string;
  /** Set: for the endpoints of this key alone. */
  keyId: string | null;
}

export async function insertEarningChanges(tx: Queryable, changes: readonly EarningChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    INSERT INTO changes (id, type, mode, what, earning, company_id, key_id, created_at)
    SELECT id, 'earnings.changed', mode, what, earning, company_id, key_id, ${now}
    FROM unnest(${changes.map((one) => one.id)}::text[], ${changes.map((one) => one.mode as string)}::text[],
      ${changes.map((one) => one.what)}::text[], ${changes.map((one) => one.earning)}::text[],
      ${changes.map((one) => one.companyId)}::text[], ${changes.map((one) => one.keyId)}::text[])
      WITH ORDINALITY AS one(id, mode, what, earning, company_id, key_id, place)
    ORDER BY place`;
}
