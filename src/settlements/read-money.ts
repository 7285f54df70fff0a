import type { Id } from '../core/ids.js';
import type { Queryable } from '../platform/database/database.js';
import { type BookedMoney, bankBooks, theirs } from './rules/bank-books.js';
import { listEntries } from './sql/bank-entries.js';
import {
  listBankPayments,
  listStrayEntries,
  type PaidRow,
  pageOfBankStatements,
  pageOfReversals,
  pageOfTransfers,
} from './sql/money.js';

/** How many rows one SQL statement reads. */
const PAGE = 1_000;

interface Range {
  from: Date;
  to: Date;
}

/** Transfers of the processor to partners and their reversals between two instants, a page at a time. */
export async function* readTransfers(db: Queryable, range: Range): AsyncGenerator<PaidRow[]> {
  for (const page of [pageOfTransfers, pageOfReversals]) {
    for (let after = '', isMore = true; isMore; ) {
      const rows = await page(db, { ...range, after }, PAGE);
      if (rows.length > 0) yield rows;
      after = rows.at(-1)?.id ?? after;
      isMore = rows.length === PAGE;
    }
  }
}

/** A movement of a payment by bank, of one side. */
export interface BankMoney extends BookedMoney {
  /** Null: the entry is not assigned. */
  settlementId: Id<'statement'> | null;
}

/** Payments by bank of days between two instants, as our books and as the bank have them, a page at a time. */
export async function* readBankMoney(db: Queryable, range: Range): AsyncGenerator<BankMoney[]> {
  for (let after = ''; ; ) {
    const statements = await pageOfBankStatements(db, { ...range, after }, PAGE);
    const last = statements.at(-1);
    if (!last) break;
    const payments = await listBankPayments(
      db,
      statements.map(({ id }) => id),
    );
    const entries = await listEntries(
      db,
      payments.map(({ id }) => id),
    );
    yield statements.flatMap((statement) => {
      const own = payments.filter(({ settlementId }) => settlementId === statement.id);
      const movements = entries.filter(({ transferId }) => own.some(({ id }) => id === transferId));
      return bankBooks(statement, own, movements).map((money) => ({ ...money, settlementId: statement.id }));
    });
    after = last.id;
  }
  const stray = await listStrayEntries(db, range);
  yield stray.flatMap((entry) =>
    theirs(entry, entry.amount.currency).map((money) => ({ ...money, settlementId: null })),
  );
}
