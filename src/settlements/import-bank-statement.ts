import { createHash } from 'node:crypto';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { checkedRequest } from './open-run.js';
import { type RecordedEntry, recordBankEntry } from './record-bank-entry.js';
import { fromBankId } from './rules/bank-text.js';
import { type BankEntry, NoBankStatement, readCamt053 } from './rules/camt053.js';
import { insertImport } from './sql/bank-entries.js';
import { type FiledTransfer, findFiledTransfers } from './sql/bank-files.js';

export interface ImportedEntry extends RecordedEntry {
  amountMinor: number;
  currency: string;
  bookedOn: string;
  bankReference: string | null;
  /** What came with the entry, of a return: why. */
  note: string | null;
}

export interface BankImport {
  entries: ImportedEntry[];
  /** Entries that have nothing to do with payments to partners. */
  others: number;
}

/**
 * Reads a bank's account statement (camt.053) and ends the payments it speaks of: a debit is paid, money that came back before
 * that is a failure, and money that came back afterwards is owed again on the company's next statement. An entry counts once, so
 * that the same file, or one that overlaps with it, changes nothing.
 *
 * @throws {ProblemError} `invalid_request` for a file that is no camt.053; then nothing was imported.
 */
export async function importBankStatement(
  ctx: Context,
  input: { xml: string; requestedBy: string; reason: string },
): Promise<BankImport> {
  const request = checkedRequest({ requestedBy: input.requestedBy, reason: input.reason });
  // What came back was paid before, in whichever order the bank lists them.
  const order = ({ bookedOn, direction }: BankEntry) => `${bookedOn} ${direction === 'debit' ? 0 : 1}`;
  const read = readEntries(input.xml).sort((a, b) => order(a).localeCompare(order(b)));
  const named = read.map((entry) => ({
    entry,
    transferId: fromBankId(entry.endToEndId, 'trf'),
    fileId: fromBankId(entry.fileId, 'pbf'),
  }));
  const transfers = await findFiledTransfers(ctx.sql, {
    transferIds: named.flatMap(({ transferId }) => transferId ?? []),
    fileIds: named.flatMap(({ transferId, fileId }) => (transferId === null && fileId ? fileId : [])),
  });
  const entries: ImportedEntry[] = [];
  let others = 0;
  const by = { ...request, importId: await insertImport(ctx.sql, request, ctx.clock.now()) };
  for (const { entry, transferId, fileId } of named) {
    if (transferId === null && fileId === null) others += 1;
    else {
      // On a partner's own statement our payment is a credit, which must not count as money that came back.
      const meant = transfers.filter(
        (one) => one.debtorIban === entry.iban && (transferId === null ? one.fileId === fileId : one.id === transferId),
      );
      entries.push(...(await importEntry(ctx, entry, meant, by)));
    }
  }
  return { entries, others };
}

function readEntries(xml: string): BankEntry[] {
  try {
    return readCamt053(xml);
  } catch (err) {
    if (err instanceof NoBankStatement) throw invalidField('file', err.message);
    throw err;
  }
}

/** @param meant the payment that it names, or all of a file that the bank booked as one. */
async function importEntry(
  ctx: Context,
  entry: BankEntry,
  meant: readonly FiledTransfer[],
  by: { requestedBy: string; reason: string; importId: number },
): Promise<ImportedEntry[]> {
  const total = meant.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const { bookedOn, bankReference, returnReason: note } = entry;
  const [first] = meant;
  const isWhole = first?.currency === entry.currency && total === entry.amountMinor;
  if (!first || (meant.length > 1 && !isWhole)) {
    const { amountMinor, currency } = entry;
    const unknown = { settlementId: null, companyId: null, nextStep: null, amountMinor, currency };
    return [{ outcome: 'unknown', ...unknown, bookedOn, bankReference, note }];
  }
  const imported: ImportedEntry[] = [];
  for (const transfer of meant) {
    const own = {
      ...entry,
      amountMinor: meant.length > 1 ? transfer.amountMinor : entry.amountMinor,
      isReversal: false,
    };
    const recorded = await ctx.sql.begin(async (tx) =>
      recordBankEntry(ctx, tx, { ...own, id: entryId(own, transfer.id) }, transfer.id, by),
    );
    const { amountMinor, currency } = own;
    imported.push({ ...recorded, amountMinor, currency, bookedOn, bankReference, note });
  }
  return imported;
}

function entryId(entry: BankEntry, transferId: string): string {
  const { iban, bankReference, direction, amountMinor, currency, bookedOn } = entry;
  const facts = JSON.stringify([iban, bankReference, transferId, direction, amountMinor, currency, bookedOn]);
  return createHash('sha256').update(facts).digest('hex');
}
