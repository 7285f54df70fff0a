import type { Queryable } from '../platform/database/database.js';
import { MONEY_SOURCES, type MoneyRow, pageOfMoney, placeBefore } from './sql/money.js';

/** How many rows of one source are read at once. */
const PAGE = 1_000;

/** Payments on the processor's pages, their refunds and disputes between two instants, a page at a time. */
export async function* readMoney(db: Queryable, { from, to }: { from: Date; to: Date }): AsyncGenerator<MoneyRow[]> {
  for (const source of MONEY_SOURCES) {
    for (let after = placeBefore(from); ; ) {
      const rows = await pageOfMoney(db, source, { after, to }, PAGE);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last;
    }
  }
}
