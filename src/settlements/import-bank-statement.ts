import { createHash } from 'node:crypto';
import { invalidField } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { checkedRequest } from './open-run.js';
import { oweAgain } from './owe-again.js';
import { fromBankId } from './rules/bank-text.js';
import { type BankEntry, NoBankStatement, readCamt053 } from './rules/camt053.js';
import {
  type FiledTransfer,
  findFiledTransfers,
  insertBankEntry,
  listEntryOutcomes,
  type NewBankEntry,
} from './sql/bank-files.js';
import { endTransfer, markSettlementFailed, markSettlementPaid } from './sql/settlement-payments.js';
import { lockSettlement } from './sql/settlements.js';

/** What an entry meant: as it is stored, or `known` (imported before), or `unknown` (it names a payment that we did not make). */
export type EntryOutcome = NewBankEntry['outcome'] | 'known' | 'unknown';

/** Outcomes that somebody has to look into. */
export const UNEXPECTED_OUTCOMES: ReadonlySet<EntryOutcome> = new Set([
  'unknown',
  'paid_twice',
  'amount_differs',
  'after_withdrawal',
]);

export interface ImportedEntry {
  outcome: EntryOutcome;
  settlementId: string | null;
  companyId: string | null;
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
  const by = checkedRequest({ requestedBy: input.requestedBy, reason: input.reason });
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
  by: { requestedBy: string; reason: string },
): Promise<ImportedEntry[]> {
  const total = meant.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const { bookedOn, bankReference, returnReason: note } = entry;
  const [first] = meant;
  const isWhole = first?.currency === entry.currency && total === entry.amountMinor;
  if (!first || (meant.length > 1 && !isWhole)) {
    const { amountMinor, currency } = entry;
    const unknown = { settlementId: null, companyId: null, amountMinor, currency, bookedOn, bankReference, note };
    return [{ outcome: 'unknown', ...unknown }];
  }
  const imported: ImportedEntry[] = [];
  for (const transfer of meant) {
    const own = { ...entry, amountMinor: meant.length > 1 ? transfer.amountMinor : entry.amountMinor };
    const outcome = await ctx.sql.begin((tx) => applyEntry(ctx, tx, own, transfer, by));
    const { settlementId, companyId } = transfer;
    const { amountMinor, currency } = own;
    imported.push({ outcome, settlementId, companyId, amountMinor, currency, bookedOn, bankReference, note });
    if (UNEXPECTED_OUTCOMES.has(outcome))
      ctx.log.error(
        { alert: 'bank_entry', settlementId, transfer: transfer.id, outcome },
        'a bank booked what we did not expect',
      );
  }
  return imported;
}

async function applyEntry(
  ctx: Context,
  tx: Transaction,
  entry: BankEntry,
  { id: transferId, settlementId }: FiledTransfer,
  by: { requestedBy: string; reason: string },
): Promise<EntryOutcome> {
  const now = ctx.clock.now();
  const statement = await lockSettlement(tx, settlementId);
  // After the lock: of two imports at once the second finds what the first did.
  const [transfer] = await findFiledTransfers(tx, { transferIds: [transferId] });
  const id = entryId(entry, transferId);
  if (!statement || !transfer) return 'unknown';
  const before = await listEntryOutcomes(tx, transferId);
  if (before.has(id)) return 'known';
  const outcome = judge(entry, transfer, [...before.values()]);
  const { amountMinor, currency, bookedOn, bankReference, returnReason } = entry;
  const row = { id, transferId, outcome, amountMinor, currency, bookedOn, bankReference, reason: returnReason };
  await insertBankEntry(tx, row, now);
  if (outcome === 'paid') {
    const reference = bankReference ?? transferId;
    await endTransfer(tx, transferId, { state: 'succeeded', reference }, now);
    await markSettlementPaid(tx, settlementId, reference, now);
  }
  if (outcome === 'after_withdrawal' && statement.status === 'failed') {
    // The next file must not pay it again.
    const failure = `the bank carried out ${transfer.fileId} although it was withdrawn: record it with --payment-reference`;
    await markSettlementFailed(tx, settlementId, failure, null, now);
  }
  if (outcome === 'returned' && transfer.state === 'begun') {
    const failure = `the bank returned it: ${returnReason ?? 'no reason given'}`;
    await endTransfer(tx, transferId, { state: 'failed', failure }, now);
    // The account is probably wrong: finance corrects it and pays it again.
    await markSettlementFailed(tx, settlementId, failure, null, now);
  }
  if (outcome === 'returned' && transfer.state === 'succeeded') {
    const cause = `The bank returned the payment of ${settlementId}: ${returnReason ?? 'no reason given'}`;
    const { requestedBy } = by;
    // Once for a transfer, whatever the bank calls its entries.
    const cameBack = { ...transfer, key: `returned ${transferId}` };
    await oweAgain(ctx, tx, cameBack, { requestedBy, reason: `${cause}. ${by.reason}` });
  }
  await enqueue(tx, 'settlement.changed', [settlementId], now);
  return outcome;
}

/** @param before the outcomes of the transfer's other entries. */
function judge(
  entry: BankEntry,
  { amountMinor, currency, state }: FiledTransfer,
  before: readonly NewBankEntry['outcome'][],
): NewBankEntry['outcome'] {
  const isAmount = (one: BankEntry['instructed']) => one?.amountMinor === amountMinor && one.currency === currency;
  // Part of a payment may come back, or charges of it: that is for somebody to settle.
  if (!isAmount(entry) && !isAmount(entry.instructed)) return 'amount_differs';
  if (entry.direction === 'credit') return 'returned';
  if (state === 'begun') return 'paid';
  if (state === 'succeeded') return 'paid_twice';
  return before.includes('returned') ? 'offset' : 'after_withdrawal';
}

function entryId(entry: BankEntry, transferId: string): string {
  const { iban, bankReference, direction, amountMinor, currency, bookedOn } = entry;
  const facts = JSON.stringify([iban, bankReference, transferId, direction, amountMinor, currency, bookedOn]);
  return createHash('sha256').update(facts).digest('hex');
}
