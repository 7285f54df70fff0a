import { createHash } from 'node:crypto';
import { findCompanyNames } from '../companies/sql/companies.js';
import { amountText, isSame, type Money } from '../core/money.js';
import { invalidField } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { checkedRequest, type Requester } from './open-run.js';
import {
  type BookedEntry,
  type RecordedEntry,
  recordBankEntry,
  recordRefusal,
  recordStrayEntry,
} from './record-bank-entry.js';
import { type BankDocument, type BankEntry, type StatusReport, UnreadableBankFile } from './rules/bank-document.js';
import { readBankDocument } from './rules/read-bank-document.js';
import { type OwnReference, recognizePayment, suggestPayments } from './rules/recognize-payment.js';
import { type EntryOwner, findEntryOwners, insertImport } from './sql/bank-entries.js';
import { type FiledTransfer, findFiledTransfers, listOpenFiled } from './sql/bank-files.js';

interface ImportedEntry extends Omit<RecordedEntry, 'outcome'> {
  /** `refused`: a status report (pain.002) ended the payment. */
  outcome: RecordedEntry['outcome'] | 'refused';
  amount: Money;
  /** Null: the bank has refused the payment and books nothing. */
  bookedOn: string | null;
  bankReference: string | null;
  /** Why the money came back or the payment was refused. */
  note: string | null;
}

type By = Requester & { importId: number };

/**
 * Reads a file of a bank (camt.053, camt.054 or pain.002) and lets the payments follow: a debit pays a statement, a
 * credit returns a payment, and a refusal ends it. An entry counts once, so importing a file again, or an overlapping
 * file, changes nothing. An entry without our reference that fits an open payment waits for a person.
 *
 * @param input.file the bytes of the bank's file.
 * @throws {ProblemError} `invalid_request` for any other file; then nothing was imported.
 */
export async function importBankStatement(ctx: Context, input: Requester & { file: Uint8Array | string }) {
  const request = checkedRequest({ requestedBy: input.requestedBy, reason: input.reason });
  const { entries, reports, unread, pending } = readDocument(input.file);
  const named = sortByDay(entries).map((entry) => ({ entry, references: referencesOf(entry) }));
  const reported = reports.map((report) => ({ report, reference: recognizePayment(report) }));
  const transfers = await findNamed(ctx, [
    ...named.flatMap(({ references }) => references),
    ...reported.map(({ reference }) => reference),
  ]);
  const importId = await ctx.sql.begin(async (tx) => {
    const id = await insertImport(tx, request, ctx.clock.now());
    const details = { reason: request.reason, entries: entries.length, reports: reports.length };
    await recordAction(ctx, tx, {
      ...{ action: 'settlement.import_bank', objectId: String(id), by: request.requestedBy, details },
    });
    return id;
  });
  const by = { ...request, importId };
  const imported: ImportedEntry[] = [];
  /** Entries that are no payments to partners. */
  const others: BankEntry[] = [];
  // An import opens no payment, so each that is open later in the file is among these.
  const hasStray = named.some(({ references }) => references.includes(null));
  const filed = hasStray ? await listOpenFiled(ctx.sql) : [];
  const strays = named.flatMap(({ entry, references }) => (references.includes(null) ? strayId(entry) : []));
  const known = await findEntryOwners(ctx.sql, strays);
  for (const { entry, references } of named) {
    const found = references.includes(null)
      ? await importStray(ctx, entry, filed, known, by)
      : await importEntry(ctx, entry, findMeant(entry, references as OwnReference[], transfers), by);
    if (found.length === 0) others.push(entry);
    imported.push(...found);
  }
  const open = reported.filter(({ report }) => report.outcome === 'open');
  for (const { report, reference } of reported)
    if (report.outcome !== 'open') imported.push(...(await importRefusal(ctx, report, reference, transfers, by)));
  // `pending`: of entries and reports, those about payments that the bank still processes.
  return { entries: imported, others, pending: pending + open.length, unread };
}

function readDocument(file: Uint8Array | string): BankDocument {
  try {
    return readBankDocument(file);
  } catch (error) {
    if (error instanceof UnreadableBankFile) throw invalidField('file', error.message);
    throw error;
  }
}

/** A return follows its payment, in whatever order the bank lists them. */
function sortByDay(entries: readonly BankEntry[]): BankEntry[] {
  const key = ({ bookedOn, direction }: BankEntry) => `${bookedOn} ${direction === 'debit' ? 0 : 1}`;
  return [...entries].sort((a, b) => key(a).localeCompare(key(b)));
}

/** Our objects that an entry names, one for each payment of a batch. */
function referencesOf(entry: BankEntry): (OwnReference | null)[] {
  const found = entry.batch.map(recognizePayment);
  return found.length > 0 && !found.includes(null) ? found : [recognizePayment(entry)];
}

async function findNamed(ctx: Context, references: readonly (OwnReference | null)[]): Promise<FiledTransfer[]> {
  const ids = (kind: OwnReference['kind']) =>
    references.flatMap((reference) => (reference?.kind === kind ? reference.id : []));
  return findFiledTransfers(ctx.sql, {
    transferIds: ids('transfer'),
    settlementIds: ids('statement'),
    fileIds: ids('file'),
  });
}

/** The payments that references name. A statement without the number of an attempt means its open payment, or its only one. */
function named(reference: OwnReference, transfers: readonly FiledTransfer[]): FiledTransfer[] {
  const { kind, id } = reference;
  if (kind === 'transfer') return transfers.filter((transfer) => transfer.id.toLowerCase() === id);
  if (kind === 'file') return transfers.filter((transfer) => transfer.fileId.toLowerCase() === id);
  const own = transfers.filter((transfer) => transfer.settlementId.toLowerCase() === id);
  const open = own.filter(({ state }) => state === 'filed');
  return open.length === 1 ? open : own.length === 1 ? own : [];
}

/** Only payments of the entry's own account: on a partner's statement our payment is a credit, which is no return. */
function findMeant(
  entry: BankEntry,
  references: readonly OwnReference[],
  transfers: readonly FiledTransfer[],
): FiledTransfer[] {
  const ofAccount = transfers.filter(({ debtorIban }) => debtorIban === entry.iban);
  const found = references.map((reference) => named(reference, ofAccount));
  return found.some((own) => own.length === 0) ? [] : found.flat();
}

/** @param meant the payment that the entry names, or all payments of a batch that the bank booked as one amount. */
async function importEntry(
  ctx: Context,
  entry: BankEntry,
  meant: readonly FiledTransfer[],
  by: By,
): Promise<ImportedEntry[]> {
  const [first] = meant;
  const total = meant.reduce((sum, { amount }) => sum + amount.minor, 0);
  const isWhole = first && isSame(entry.amount, { ...first.amount, minor: total });
  if (!first || (meant.length > 1 && !isWhole)) return [describe(entry, UNKNOWN)];
  const imported: ImportedEntry[] = [];
  for (const { id, amount } of meant) {
    const own = { ...entry, amount: meant.length > 1 ? amount : entry.amount };
    const recorded = await ctx.sql.begin((tx) => recordBankEntry(ctx, tx, booked(own, id), id, by));
    imported.push(describe(own, recorded));
  }
  return imported;
}

const UNKNOWN = { outcome: 'unknown', settlementId: null, companyId: null, nextStep: null } as const;

/** An entry without our reference: written down for a person if an open payment fits it. @returns empty: none does. */
async function importStray(
  ctx: Context,
  entry: BankEntry,
  open: readonly FiledTransfer[],
  known: ReadonlyMap<string, EntryOwner>,
  { importId }: By,
): Promise<ImportedEntry[]> {
  const owner = known.get(strayId(entry));
  if (owner) return [describe(entry, { outcome: 'known', nextStep: null, ...owner })];
  if (suggestPayments(entry, open).length === 0) return [];
  // An earlier entry of the file may have paid a statement of these.
  const like = suggestPayments(entry, await listOpenFiled(ctx.sql));
  if (like.length === 0) return [];
  const own = booked(entry, 'unassigned');
  const isNew = await ctx.sql.begin((tx) => recordStrayEntry(ctx, tx, own, importId));
  const names = await findCompanyNames(
    ctx.sql,
    like.map(({ companyId }) => companyId),
  );
  const choices = like.map(
    ({ id, settlementId, companyId }) =>
      `that of ${settlementId} (${names.get(companyId)}): \`settlement assign ${own.id} ${id}\``,
  );
  const said = textOf(entry);
  const nextStep = `A debit of ${amountText(entry.amount)}${said && ` (${said})`} like ${choices.join('; or like ')}`;
  const about = { settlementId: null, companyId: null, nextStep: isNew ? nextStep : null };
  return [describe(entry, { outcome: isNew ? 'unassigned' : 'known', ...about })];
}

async function importRefusal(
  ctx: Context,
  report: StatusReport,
  reference: OwnReference | null,
  transfers: readonly FiledTransfer[],
  by: By,
): Promise<ImportedEntry[]> {
  const { code, reason: note } = report;
  const facts = { bookedOn: null, bankReference: null, note };
  // A file counts as a whole only if the bank says so: a payment that is not named must not end all the others.
  const meant = reference && (reference.kind !== 'file' || report.isWholeFile) ? named(reference, transfers) : [];
  if (meant.length === 0) return [{ ...UNKNOWN, ...facts, amount: { minor: 0, currency: 'EUR' } }];
  const imported: ImportedEntry[] = [];
  for (const { id, settlementId, companyId, month, amount } of meant) {
    const refused = await ctx.sql.begin((tx) => recordRefusal(ctx, tx, id, note ?? code, by));
    const nextStep =
      refused.outcome === 'refused'
        ? `Correct the account: \`payout-account set --company ${companyId}\`. Then \`settlement pay --month ${month} --company ${companyId}\`, and the next bank file pays ${settlementId}`
        : null;
    imported.push({ ...refused, nextStep, ...facts, amount });
  }
  return imported;
}

function describe(
  entry: BankEntry,
  recorded: Pick<ImportedEntry, 'outcome' | 'settlementId' | 'companyId' | 'nextStep'>,
) {
  const { amount, bookedOn, bankReference, returnReason: note } = entry;
  return { ...recorded, amount, bookedOn, bankReference, note };
}

/** The bank's text of an entry, in one line. */
export function textOf({ counterparty, text }: BankEntry): string {
  return [counterparty, ...text.split('\n')].filter(Boolean).join(' ').slice(0, 100);
}

/** The id of an entry that names no payment, whether a person has assigned it or not. */
const strayId = (entry: BankEntry): string => booked(entry, 'unassigned').id;

/** @param transferId the payment, which makes the parts of a batch different entries. */
function booked(entry: BankEntry, transferId: string): BookedEntry {
  const { iban, bankReference, direction, amount, bookedOn, occurrence } = entry;
  const facts = [iban, bankReference, transferId, direction, amount.minor, amount.currency, bookedOn, occurrence];
  return { ...entry, id: createHash('sha256').update(JSON.stringify(facts)).digest('hex') };
}
