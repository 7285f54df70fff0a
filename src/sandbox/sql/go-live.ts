import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { columnValues } from '../../platform/database/rows.js';

export const GO_LIVE_FACTS = [
  'test_order',
  'webhook_verified',
  'order_repeated',
  'limit_respected',
  'withdrawal_received',
  'keys_guarded',
] as const;
export type GoLiveFact = (typeof GO_LIVE_FACTS)[number];

export async function listFacts(db: Queryable, companyId: Id<'company'>): Promise<Map<GoLiveFact, Date>> {
  const rows = await db<{ fact: GoLiveFact; seenAt: Date }[]>`
    SELECT fact, seen_at FROM go_live_facts WHERE company_id = ${companyId}`;
  return new Map(rows.map(({ fact, seenAt }) => [fact, seenAt]));
}

/** Stores a fact; known facts are not changed. */
export async function keepFact(db: Queryable, companyId: Id<'company'>, fact: GoLiveFact, at: Date): Promise<void> {
  await db`
    INSERT INTO go_live_facts (company_id, fact, seen_at) VALUES (${companyId}, ${fact}, ${at}) ON CONFLICT DO NOTHING`;
}

/** The next companies, by id, with open steps. */
export function listUnfinished(db: Queryable, after: string, limit: number): Promise<string[]> {
  return columnValues(db<{ id: string }[]>`
    SELECT c.id FROM companies c
    WHERE c.status = 'active' AND c.id > ${after}
      AND (SELECT count(*) FROM go_live_facts f WHERE f.company_id = c.id) < ${GO_LIVE_FACTS.length}
    ORDER BY c.id LIMIT ${limit}`);
}
