import type { Id } from '../core/ids.js';
import { listWithdrawals } from '../listings/sql/withdrawals.js';
import type { Transaction } from '../platform/database/database.js';
import type { WithdrawnLine } from './render-file.js';
import { type BulkQuery, listBeyond } from './sql/bulk-copy.js';

const PAGE = 5_000;

export interface WithdrawnQuery extends BulkQuery {
  companyId: Id<'company'>;
}

/** Events to take down, in pages: withdrawn ones, and changed ones beyond the last day. None for test keys. */
export async function* withdrawnLines(tx: Transaction, query: WithdrawnQuery): AsyncGenerator<WithdrawnLine[]> {
  const { companyId, test, scope, since, lastDay } = query;
  if (since === null) return;
  if (!test) {
    for (let after = since; ; ) {
      const { rows: page } = await listWithdrawals(tx, { companyId, agreement: scope, since: after, limit: PAGE });
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = last.withdrawnAt;
    }
  }
  if (lastDay === null) return;
  let after: { at: string; id: string } | null = null;
  for (;;) {
    const page: WithdrawnLine[] = await listBeyond(tx, { test, scope, since, lastDay }, { after, limit: PAGE });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = { at: last.withdrawnAt, id: last.id };
  }
}
