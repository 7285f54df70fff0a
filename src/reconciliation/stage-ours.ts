import { DAY } from '../core/time.js';
import { type MoneyRow, readMoney } from '../orders/sql/money.js';
import type { Context } from '../platform/context/context.js';
import { type BankMoney, readBankMoney, readTransfers } from '../settlements/read-money.js';
import type { PaidRow } from '../settlements/sql/money.js';
import { PLATFORM, type StagedEntry, stageEntries } from './sql/entries.js';

/** We write things down after they happened at the processor: by a message that may be days late. */
const AFTER_MS = 7 * DAY;
/** But a page is opened, and a clock may be wrong, before. */
const BEFORE_MS = DAY;

/** Writes down what we have of a month and of the days around it. */
export async function stageOurs(
  ctx: Context,
  run: number,
  { from, to }: { from: Date; to: Date },
  onProgress: () => void,
): Promise<void> {
  const range = { from: new Date(from.getTime() - BEFORE_MS), to: new Date(to.getTime() + AFTER_MS) };
  const stage = async (entries: StagedEntry[]) => {
    await stageEntries(ctx.sql, run, entries);
    onProgress();
  };
  if (ctx.payments.of('live').hosted) {
    for await (const rows of readMoney(ctx.sql, range)) await stage(rows.map(ofOrder));
    for await (const rows of readTransfers(ctx.sql, range)) await stage(rows.map(ofTransfer));
  }
  // The hour of a bank's booking is not known: its days are compared directly.
  for await (const rows of readBankMoney(ctx.sql, { from, to })) await stage(rows.map(ofBank));
}

export function ofOrder(row: MoneyRow): StagedEntry {
  const { account, kind, payment, object, orderId, amountMinor, currency, at, feeMinor, isFeeOptional } = row;
  const id = `${kind} ${object}`;
  return {
    ...{ account, subject: payment, side: 'ours', id, kind, object, amount: { minor: amountMinor, currency } },
    ...{ at, about: orderId, feeMinor, isOptional: isFeeOptional },
  };
}

export function ofTransfer({ kind, transfer, object, settlementId, amountMinor, currency, at }: PaidRow): StagedEntry {
  const id = `${kind} ${object}`;
  return {
    ...{ account: PLATFORM, subject: transfer, side: 'ours', id, kind, object },
    ...{ amount: { minor: amountMinor, currency }, at, about: settlementId },
  };
}

function ofBank(row: BankMoney): StagedEntry {
  const { side, iban, kind, transferId, object, settlementId, amount, on } = row;
  const id = `${kind} ${object}`;
  return {
    ...{ account: `bank:${iban}`, subject: transferId, side, id, kind, object, amount },
    at: new Date(`${on}T00:00:00.000Z`),
    about: settlementId,
  };
}
