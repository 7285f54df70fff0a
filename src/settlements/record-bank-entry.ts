import type { Id } from '../core/ids.js';
import { isSame } from '../core/money.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { lockStatement } from './begin-attempt.js';
import { followPayments } from './follow-payments.js';
import type { Requester } from './open-run.js';
import type { BankEntry } from './rules/bank-document.js';
import { REFUSED_BY_BANK } from './rules/payment-text.js';
import { findPayer, isOpen, netMinor, positionOf, withMovements } from './rules/payments.js';
import { readDifference } from './settle-statement.js';
import {
  type BankEntryRow,
  confirmEntry,
  type EntryOutcome,
  findEntry,
  findEntryOwners,
  type ImportOutcome,
  insertEntry,
  listEntries,
} from './sql/bank-entries.js';
import { listOpenFiled } from './sql/bank-files.js';
import { listAssignments } from './sql/settlement-decisions.js';
import { findPayment, listTransfers, markPaidBy, type TransferRow } from './sql/settlement-payments.js';
import { findSettlement, type SettlementRow } from './sql/settlements.js';

/** Entries that a person must look into. */
export const UNEXPECTED_OUTCOMES: ReadonlySet<ImportOutcome> = new Set<ImportOutcome>([
  'unknown',
  'paid_twice',
  'amount_differs',
  'after_withdrawal',
  'unassigned',
]);

export interface RecordedEntry {
  outcome: Exclude<ImportOutcome, 'refused'>;
  settlementId: Id<'statement'> | null;
  companyId: Id<'company'> | null;
  /** The next step for a person; null: none. */
  nextStep: string | null;
}

export type BookedEntry = Pick<
  BankEntry,
  'iban' | 'direction' | 'amount' | 'instructed' | 'bookedOn' | 'bankReference' | 'returnReason'
> & {
  /** The same for the same entry, however often it is imported. */
  id: string;
  isReversal: boolean;
};

/**
 * Writes an entry of a payment down and lets the statement follow, in one transaction. An entry counts once.
 *
 * @param transferId the payment; unknown payments change nothing.
 */
export async function recordBankEntry(
  ctx: Context,
  tx: Transaction,
  entry: BookedEntry,
  transferId: string,
  by: Requester & { importId: number },
): Promise<RecordedEntry> {
  const found = await lockPayment(tx, transferId);
  if (!found) return { outcome: 'unknown', settlementId: null, companyId: null, nextStep: null };
  const { statement, payment } = found;
  const about = { settlementId: statement.id, companyId: statement.companyId };
  // A person may have assigned the entry to another payment than it names.
  const owner = (await findEntryOwners(tx, [entry.id])).get(entry.id);
  if (owner) return { outcome: 'known', ...owner, nextStep: null };
  const row = toRow(entry, { transferId, countsMinor: countedMinor(entry, payment), importId: by.importId });
  const outcome = await addMovement(ctx, tx, statement, payment, row, by);
  const expected =
    outcome === 'returned' ? await describeReturn(tx, statement) : describeNextStep(outcome, statement, payment);
  const assigned = UNEXPECTED_OUTCOMES.has(outcome) ? await describeAssigned(tx, payment) : [];
  const nextStep = [...assigned, ...(expected === null ? [] : [expected])].join('. ') || null;
  if (UNEXPECTED_OUTCOMES.has(outcome)) {
    const facts = { alert: 'bank_entry', settlementId: statement.id, transfer: transferId, outcome, nextStep };
    ctx.log.error(facts, 'the bank booked an unexpected entry');
  }
  return { outcome, ...about, nextStep };
}

/**
 * Ends a payment that the bank reports as refused (pain.002): its statement is `failed`, and a person corrects the account. A payment
 * that has ended keeps its state, so that an old report changes nothing.
 *
 * @param cause the bank's code or words.
 */
export async function recordRefusal(
  ctx: Context,
  tx: Transaction,
  transferId: string,
  cause: string,
  by: { requestedBy: string },
): Promise<Pick<RecordedEntry, 'settlementId' | 'companyId'> & { outcome: 'refused' | 'known' | 'unknown' }> {
  const found = await lockPayment(tx, transferId);
  if (!found) return { outcome: 'unknown', settlementId: null, companyId: null };
  const { statement, payment } = found;
  const about = { settlementId: statement.id, companyId: statement.companyId };
  if (!isOpen(payment) || payment.executedMinor > 0) return { outcome: 'known', ...about };
  const failure = `${REFUSED_BY_BANK}${cause}`;
  const refused = { ...payment, state: 'refused' as const, failure };
  const { requestedBy } = by;
  await followPayments(ctx, tx, statement, { payment: refused, cause: failure, requestedBy, failure, retryAt: null });
  return { outcome: 'refused', ...about };
}

/** Stores an entry that may be a payment of ours and names none. A person assigns it. @returns whether it is new. */
export async function recordStrayEntry(
  ctx: Context,
  tx: Transaction,
  entry: BookedEntry,
  importId: number,
): Promise<boolean> {
  if (await findEntry(tx, entry.id)) return false;
  await insertEntry(tx, toRow(entry, { transferId: null, countsMinor: null, importId }), ctx.clock.now());
  ctx.log.error({ alert: 'bank_entry', entry: entry.id, outcome: 'unassigned' }, 'the bank booked an unexpected entry');
  return true;
}

function toRow(entry: BookedEntry, own: Pick<BankEntryRow, 'transferId' | 'countsMinor' | 'importId'>): BankEntryRow {
  const { id, iban, direction, isReversal, amount, bookedOn, bankReference, returnReason: reason } = entry;
  const booked = { id, iban, direction, isReversal, amount, bookedOn, bankReference, reason };
  return { ...booked, ...own, source: 'bank', outcome: 'unassigned', confirmedBy: null };
}

/** Locks the company's terms and the statement of a payment, like every writer. @returns null: there is no such payment. */
export async function lockPayment(
  tx: Transaction,
  transferId: string,
): Promise<{ statement: SettlementRow; payment: TransferRow } | null> {
  const found = await findPayment(tx, transferId);
  if (!found) return null;
  const statement = await lockStatement(tx, found.settlementId);
  // Read again behind the locks: another import may have changed it.
  const payment = await findPayment(tx, transferId);
  return payment && { statement, payment };
}

/** The amount that counts for the payment; null: the bank booked another currency and did not name the ordered amount. */
function countedMinor({ instructed, amount }: BookedEntry, { amount: ordered }: TransferRow): number | null {
  if (instructed && isSame(instructed, ordered)) return ordered.minor;
  return amount.currency === ordered.currency ? amount.minor : null;
}

/** Adds a movement to a payment locked with {@link lockPayment}; the statement follows. @param row its outcome is replaced. */
export async function addMovement(
  ctx: Context,
  tx: Transaction,
  statement: SettlementRow,
  payment: TransferRow,
  row: BankEntryRow,
  by: Requester,
  write: (entry: BankEntryRow) => Promise<void> = (entry) => insertEntry(tx, entry, ctx.clock.now()),
): Promise<EntryOutcome> {
  const payments = await listTransfers(tx, statement.id);
  const entries = await listEntries(
    tx,
    payments.map(({ id }) => id),
  );
  const byHand = row.source === 'bank' ? entries.find((entry) => isConfirmedBy(entry, row)) : undefined;
  if (byHand) {
    // The bank's entry counts where it belongs, and the entry by hand no longer.
    await write({ ...row, outcome: 'confirmed' });
    await confirmEntry(tx, byHand.id, row.id);
    byHand.confirmedBy = row.id;
    const recorded = payments.find(({ id }) => id === byHand.transferId);
    if (recorded && recorded.id !== payment.id) {
      // The status stays: the same money is only counted with the other payment.
      const moved = { ...withMovements(payment, counting([...entries, row], payment)), reference: row.bankReference };
      const emptied = {
        ...withMovements(recorded, counting(entries, recorded)),
        failure: `the same payment as ${payment.id}`,
      };
      for (const payment of [moved, emptied]) await followPayments(ctx, tx, statement, changeOf(payment, row, by));
      await savePayer(tx, statement);
      return 'confirmed';
    }
  }
  const after = withMovements(payment, counting([...entries, row], payment));
  const outcome = byHand ? 'confirmed' : judge(row, payment, after, positionOf(statement, payments).differenceMinor);
  if (!byHand) await write({ ...row, outcome });
  const isFirst = row.direction === 'debit' && payment.executedMinor === 0;
  const reference = isFirst ? (row.bankReference ?? payment.id) : payment.reference;
  await followPayments(ctx, tx, statement, changeOf({ ...after, reference }, row, by));
  await savePayer(tx, statement);
  return outcome;
}

const counting = (entries: readonly BankEntryRow[], { id }: TransferRow) =>
  entries.filter(({ transferId, confirmedBy }) => transferId === id && confirmedBy === null);

/** Whether the bank's entry is the movement that a person recorded before: same direction, amount and reference. */
function isConfirmedBy(
  recorded: BankEntryRow,
  { direction, countsMinor, bankReference, transferId }: BankEntryRow,
): boolean {
  if (recorded.source !== 'person' || recorded.confirmedBy !== null) return false;
  if (recorded.direction !== direction || recorded.countsMinor !== countsMinor) return false;
  return recorded.transferId === transferId || (bankReference !== null && recorded.bankReference === bankReference);
}

function changeOf(payment: TransferRow, row: BankEntryRow, by: Requester) {
  const why = row.reason ?? (row.isReversal ? 'the bank corrected its booking' : 'no reason given');
  return {
    payment,
    cause: `The bank returned the payment of ${payment.settlementId}: ${why}. ${by.reason}`,
    requestedBy: by.requestedBy,
    failure: `the bank returned it: ${why}`,
    // The account is probably wrong: finance corrects it and pays it again.
    retryAt: null,
    bookedOn: row.bookedOn,
  };
}

/** Writes the reference and the day of the entry that paid a statement. Later entries and decisions can change it. */
export async function savePayer(tx: Transaction, { id, amount }: SettlementRow): Promise<void> {
  const payments = await listTransfers(tx, id);
  const entries = await listEntries(
    tx,
    payments.map((payment) => payment.id),
  );
  const payer = findPayer(amount, payments, entries);
  if (payer) await markPaidBy(tx, id, payer.bankReference ?? payer.transferId ?? id, payer.bookedOn);
}

/** @param surplusMinor the bank's surplus over the statement before the entry. */
function judge(row: BankEntryRow, before: TransferRow, after: TransferRow, surplusMinor: number): EntryOutcome {
  const { countsMinor, direction } = row;
  if (countsMinor === null) return 'amount_differs';
  const isUseless = netMinor(after) === netMinor(before) && before.executedMinor > 0;
  if (direction === 'credit') {
    if (isOpen(after) || isUseless) return 'amount_differs';
    return surplusMinor >= countsMinor ? 'offset' : 'returned';
  }
  if (netMinor(after) === netMinor(before)) return 'offset';
  if (isOpen(after)) return 'amount_differs';
  if (before.executedMinor > 0 && !isOpen(before)) return 'paid_twice';
  if (!isOpen(before)) return 'after_withdrawal';
  return netMinor(after) > after.amount.minor ? 'amount_differs' : 'paid';
}

/** Where a returned payment is paid again. */
async function describeReturn(tx: Transaction, { id, companyId, month }: SettlementRow): Promise<string> {
  if ((await readDifference(tx, id)) < 0)
    return `The difference was settled before. \`settlement settle ${id} --recover\` puts the money on the next statement`;
  const { status } = (await findSettlement(tx, id)) ?? {};
  const correct = `Correct the account: \`payout-account set --company ${companyId}\``;
  return status === 'paid'
    ? `${correct}. The company's next statement pays it again`
    : `${correct}. Then \`settlement pay --month ${month} --company ${companyId}\`, and the next bank file pays ${id}`;
}

/** Entries of a payment that a person assigned to it: any of them may belong to another payment. */
async function describeAssigned(tx: Transaction, { id, amount }: TransferRow): Promise<string[]> {
  const assignments = await listAssignments(tx, [id]);
  if (assignments.length === 0) return [];
  const like = (await listOpenFiled(tx)).filter(
    (payment) => payment.state === 'filed' && payment.id !== id && isSame(payment.amount, amount),
  );
  const targets = like.length > 0 ? like.map((payment) => payment.id) : ['<payment>'];
  return assignments.map(({ entryId, requestedBy, decidedBy }) => {
    const commands = targets.map((payment) => `\`settlement assign ${entryId} ${payment}\``).join(' or ');
    return `${requestedBy} assigned the entry ${entryId} to ${id}, approved by ${decidedBy}. If it belongs to another payment: ${commands}`;
  });
}

function describeNextStep(outcome: EntryOutcome, { id, status }: SettlementRow, payment: TransferRow): string | null {
  if (outcome === 'amount_differs')
    return `Ask the bank. Then \`settlement end-payment ${payment.id}\` with the amount that it executed, or \`settlement settle ${id}\``;
  if (outcome === 'paid_twice')
    return `Ask the bank to return the money and import its statement, or \`settlement settle ${id} --recover\``;
  if (outcome !== 'after_withdrawal') return null;
  if (status === 'void')
    return `${id} is void, and no statement lists its lines until you decide: \`settlement settle ${id} --recover\`, or ask the bank to return the money`;
  if (status === 'paid')
    return `${id} was paid otherwise. Ask the bank to return the money, or \`settlement settle ${id} --recover\``;
  return status === 'paying'
    ? `${id} is paid by it. Another payment of it is still open: withdraw its file at the bank, then \`settlement withdraw-file\``
    : `${id} is paid by it: nothing pays it again`;
}
