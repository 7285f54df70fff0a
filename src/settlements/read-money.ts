import type { Queryable } from '../platform/database/database.js';
import { type BankMoneyRow, type PaidRow, pageOfBankMoney, pageOfReversals, pageOfTransfers } from './sql/money.js';

/** Of one statement at once. */
const PAGE = 1_000;

interface Range {
  from: Date;
  to: Date;
}

/** Transfers of the processor to partners and what was taken back of them between two instants, a page at a time. */
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

/** Payments by bank files of days between two instants, as they were ordered and as the bank booked them, a page at a time. */
export async function* readBankMoney(db: Queryable, range: Range): AsyncGenerator<BankMoneyRow[]> {
  for (let after = ''; ; ) {
    const rows = await pageOfBankMoney(db, { ...range, after }, PAGE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.filter(({ counts }) => counts);
    after = last.transferId;
  }
}
