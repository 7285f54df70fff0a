import { randomUUID } from 'node:crypto';
import { dayFault } from '../core/dates.js';
import { newId } from '../core/ids.js';
import { invalidField, noSuch } from '../core/problems.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret, sealSecret } from '../platform/secrets/secret-box.js';
import { beginAttempt, findObstacles, transferId } from './begin-attempt.js';
import { followPayments } from './follow-payments.js';
import { checkedRequest, type Requester, recordRun } from './open-run.js';
import { openIban } from './payout-account.js';
import { lockPayment } from './record-bank-entry.js';
import { bankId, bankText } from './rules/bank-text.js';
import { nextBankingDay } from './rules/banking-days.js';
import { needsBic, type PaymentScheme, paymentScheme } from './rules/iban.js';
import { type BankAccount, type Payment, writePain001 } from './rules/pain001.js';
import { paymentPurpose } from './rules/payment-text.js';
import { isOpen } from './rules/payments.js';
import { isMonth, SettlementRefused } from './rules/settlement.js';
import {
  type BankFileRow,
  findBankFile,
  insertBankFile,
  listFiledIn,
  lockDueStatements,
  markWithdrawn,
} from './sql/bank-files.js';
import { findBillings } from './sql/billing.js';
import { findPayoutAccounts, type PayoutAccountRow } from './sql/payout-accounts.js';
import { lockManyTerms } from './sql/settlement-terms.js';
import type { SettlementRow } from './sql/settlements.js';

export interface BankFileRequest extends Requester {
  month: string;
  /** Absent: all of them, a file each. */
  currency?: string;
  /** `YYYY-MM-DD`: when the bank is to pay. Statements that are due later are left out. Default: the next banking day from today, in UTC. */
  executeOn?: string;
}

/**
 * Puts every statement of a month that is due by bank transfer into payment files, one for each currency and scheme, and moves it to
 * `paying`: from then on no other file can have it. A bank's statement ends the payment, see `importBankStatement`. The same call
 * again finds nothing left to pay; {@link readBankFile} returns a file that was made.
 *
 * @param dryRun writes nothing down.
 * @throws {ProblemError} `invalid_request` for a value out of range.
 */
export async function makeBankFiles(ctx: Context, input: BankFileRequest, dryRun = false) {
  const { month, currency, requestedBy, reason } = checkedRequest(input);
  if (!isMonth(month)) throw invalidField('month', `must be written like 2026-10, not ${month}`);
  const now = ctx.clock.now();
  const executeOn = input.executeOn ?? nextBankingDay(dayOf(now));
  const before = checkedDay(executeOn, now);
  return ctx.sql.begin(async (tx) => {
    const due = await lockDueStatements(tx, month, currency, before);
    const accounts = await findCreditors(tx, [...new Set(due.map((statement) => statement.companyId))]);
    const obstacles = await findObstacles(
      tx,
      due.map(({ id }) => id),
    );
    const why = new Map(
      due.map((statement) => [
        statement.id,
        obstacles.get(statement.id) ?? whyNot(ctx, statement, accounts.get(statement.companyId), now),
      ]),
    );
    const payable = due.filter(({ id }) => why.get(id) === null);
    const files: ReturnType<typeof describeFile>[] = [];
    // Banks take SEPA transfers and other transfers in different files.
    const groupOf = ({ companyId, currency: code }: SettlementRow) =>
      `${code} ${paymentScheme(code, openIban(ctx, accounts.get(companyId) as PayoutAccountRow))}`;
    for (const group of [...new Set(payable.map(groupOf))].sort()) {
      const [code = '', scheme] = group.split(' ') as [string, PaymentScheme];
      const statements = payable.filter((statement) => groupOf(statement) === group);
      const file = describeFile(ctx, { month, currency: code, scheme, executeOn, madeAt: now }, statements, accounts);
      if (!dryRun) await keepFile(ctx, tx, file, statements, accounts, { requestedBy, reason });
      files.push(file);
    }
    const leftOut = due.flatMap(({ id: settlementId, companyId, amount }) => {
      const cause = why.get(settlementId);
      return cause ? [{ settlementId, companyId, amount, why: cause }] : [];
    });
    return { files, leftOut };
  });
}

function checkedDay(day: string, now: Date): Date {
  const fault = dayFault(day);
  if (fault) throw invalidField('executeOn', fault);
  const start = Date.parse(day);
  if (start + DAY <= now.getTime()) throw invalidField('executeOn', 'is past');
  if (start > now.getTime() + 60 * DAY) throw invalidField('executeOn', 'must be within 60 days');
  return new Date(start + DAY);
}

function whyNot(
  ctx: Context,
  statement: SettlementRow,
  account: PayoutAccountRow | undefined,
  now: Date,
): string | null {
  const { currency } = statement;
  if (!ctx.config.bankAccounts[currency]) return `BANK_ACCOUNTS has no account for ${currency}`;
  if (!account) return 'the company has no bank account: `payout-account set`';
  if (account.paysFrom && account.paysFrom > now)
    return `the company's bank account is new, and paid from ${account.paysFrom.toISOString()}: \`payout-account confirm\``;
  const iban = openIban(ctx, account);
  if (account.bic === null && needsBic(currency, iban))
    return `payments in ${currency} to accounts in ${iban.slice(0, 2)} need the BIC of the company's bank: \`payout-account set\``;
  return null;
}

/** The accounts of companies; an account without a town gets the town of the company's address, if banks can write it. */
async function findCreditors(tx: Transaction, companyIds: string[]): Promise<Map<string, PayoutAccountRow>> {
  const accounts = await findPayoutAccounts(tx, companyIds);
  for (const [companyId, { parts }] of await findBillings(tx, companyIds)) {
    const account = accounts.get(companyId);
    const town = parts && bankText(parts.town, 35);
    if (account && account.town === null && town) accounts.set(companyId, { ...account, town, country: parts.country });
  }
  return accounts;
}

function describeFile(
  ctx: Context,
  facts: { month: string; currency: string; scheme: PaymentScheme; executeOn: string; madeAt: Date },
  statements: readonly SettlementRow[],
  accounts: ReadonlyMap<string, PayoutAccountRow>,
) {
  const id = newId('bankFile');
  const { name, legalName } = ctx.config.service;
  const debtor = ctx.config.bankAccounts[facts.currency] as BankAccount;
  const payments = statements.map((statement) =>
    toPayment(ctx, statement, accounts.get(statement.companyId) as PayoutAccountRow),
  );
  const content = writePain001({
    ...facts,
    id: bankId(id),
    debtor: { ...debtor, name: bankText(legalName ?? name, 70) ?? 'Partner Events' },
    payments,
  });
  const { scheme: _, ...kept } = facts;
  return {
    ...kept,
    id,
    debtorIban: debtor.iban,
    payments: payments.length,
    sumMinor: payments.reduce((sum, { amount }) => sum + amount.minor, 0),
    withdrawnAt: null,
    content,
    items: statements.map(({ id: settlementId, companyId, amount }) => ({
      ...{ settlementId, companyId, amount },
      ibanEnd: accounts.get(companyId)?.ibanEnd ?? '',
    })),
  };
}

function toPayment(ctx: Context, statement: SettlementRow, account: PayoutAccountRow): Payment {
  const { id, amount, attempts } = statement;
  const { holder: name, bic, town, country } = account;
  return {
    endToEndId: bankId(transferId(id, attempts + 1)),
    amount,
    creditor: { name, iban: openIban(ctx, account), bic, town, country },
    purpose: paymentPurpose(statement),
  };
}

async function keepFile(
  ctx: Context,
  tx: Transaction,
  { items: _, ...file }: ReturnType<typeof describeFile>,
  statements: readonly SettlementRow[],
  accounts: ReadonlyMap<string, PayoutAccountRow>,
  by: Requester,
): Promise<void> {
  const { id: fileId, madeAt: now } = file;
  await insertBankFile(tx, { ...file, content: sealSecret(ctx.encryptionKey, fileId, file.content) });
  for (const statement of statements) {
    const { id: settlementId, month, companyId, currency } = statement;
    const ibanEnd = accounts.get(companyId)?.ibanEnd ?? null;
    const id = await beginAttempt(tx, statement, { fileId, ibanEnd }, now);
    const run = { key: `file ${id}`, kind: 'pay' as const, month, companyId, currency, ...by };
    await recordRun(ctx, tx, run, settlementId, { settlementId, file: fileId });
  }
  await enqueue(
    tx,
    'settlement.changed',
    statements.map(({ id }) => id),
    now,
  );
}

/** A file that was made, to the byte. @throws {ProblemError} for an unknown one. */
export async function readBankFile(ctx: Context, id: string): Promise<BankFileRow & { content: string }> {
  const found = await findBankFile(ctx.sql, id);
  if (!found) throw noSuch('bank file', id);
  const { secret } = openSecret(openingKeys(ctx), { field: 'bank_files.content', owner: id }, found.content);
  return { ...found, content: secret };
}

/**
 * Ends the open payments of a file that the bank did not get, or refused as a whole. Their statements can be in the
 * next file. If the bank still executes a payment, the import finds it.
 *
 * @returns the statements that can be paid anew.
 * @throws {SettlementRefused} for a withdrawn file, or a file with a payment that the bank has executed.
 * @throws {ProblemError} for an unknown file.
 */
export async function withdrawBankFile(ctx: Context, input: Requester & { fileId: string }): Promise<string[]> {
  const { fileId, requestedBy, reason } = checkedRequest(input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    if (!(await findBankFile(tx, fileId))) throw noSuch('bank file', fileId);
    if (!(await markWithdrawn(tx, fileId, now))) throw new SettlementRefused(`${fileId} was withdrawn before`);
    const again: string[] = [];
    const filed = await listFiledIn(tx, fileId);
    const companies = filed.map(({ companyId }) => companyId);
    await lockManyTerms(tx, companies);
    for (const { id } of filed) {
      const { statement, payment } = (await lockPayment(tx, id)) ?? {};
      if (!statement || !payment) continue;
      if (payment.executedMinor > 0)
        throw new SettlementRefused(
          `${fileId} is being executed: the bank has paid ${statement.id}. End its other payments with \`settlement end-payment\``,
        );
      if (!isOpen(payment)) continue;
      const failure = `the bank file ${fileId} was withdrawn: ${reason}`;
      const withdrawn = { ...payment, state: 'withdrawn' as const, failure };
      const { status } = await followPayments(ctx, tx, statement, {
        ...{ payment: withdrawn, cause: failure, requestedBy, failure, retryAt: now },
      });
      const { id: settlementId, month, companyId, currency } = statement;
      const run = { key: randomUUID(), kind: 'pay' as const, month, companyId, currency, requestedBy, reason };
      await recordRun(ctx, tx, run, settlementId, { settlementId, withdrawn: fileId });
      if (status === 'failed') again.push(settlementId);
    }
    return again;
  });
}
