import { getCompany } from '../companies/get-company.js';
import type { Id } from '../core/ids.js';
import { conflict, invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { mailOwners } from '../members/mails.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret, sealSecret } from '../platform/secrets/secret-box.js';
import { accountLetter, waitDetails } from './account-letter.js';
import { checkedRequest } from './open-run.js';
import { resumePayments } from './resume-payments.js';
import { bankText } from './rules/bank-text.js';
import { bicFault, ibanFault, needsBic, plainBic, plainIban } from './rules/iban.js';
import {
  endAccountWaits,
  findPayoutAccounts,
  lockPayoutAccount,
  type PayoutAccountRow,
  putPayoutAccount,
} from './sql/payout-accounts.js';

export type PayoutAccount = Omit<PayoutAccountRow, 'iban'>;

export interface SetPayoutAccountInput {
  /** Id or name. */
  company: string;
  /** As the bank has it. */
  holder: string;
  iban: string;
  bic: string | null;
  town: string | null;
  /** Two letters. */
  country: string | null;
  /** A changed IBAN is not paid for this time; absent: it is paid at once. */
  waitMs?: number;
}

/**
 * Sets the bank account of a company, for payment files from now on; a file that was made keeps the account it has.
 * Every owner gets a mail. Payments due while a new account waits are made afterwards, and not to the old account,
 * which the company may have closed.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company or a value that a bank would refuse.
 */
export async function setPayoutAccount(ctx: Context, input: SetPayoutAccountInput): Promise<PayoutAccount> {
  const { id: companyId } = await getCompany(ctx, input.company);
  const holder = latin('holder', input.holder);
  const fault = ibanFault(input.iban);
  if (fault) throw invalidField('iban', fault);
  const iban = plainIban(input.iban);
  const bic = input.bic === null ? null : plainBic(input.bic);
  const wrong = bic === null ? null : bicFault(bic);
  if (wrong) throw invalidField('bic', wrong);
  if (bic === null && needsBic('EUR', iban)) throw invalidField('bic', `is needed for accounts in ${iban.slice(0, 2)}`);
  if ((input.town === null) !== (input.country === null)) {
    throw invalidField(
      input.town === null ? 'town' : 'country',
      'must be given too: banks take town and country together',
    );
  }
  const town = input.town === null ? null : latin('town', input.town, 35);
  const country = input.country?.toUpperCase() ?? null;
  if (country !== null && !/^[A-Z]{2}$/.test(country)) throw invalidField('country', 'must be two letters such as DE');
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const before = await lockPayoutAccount(tx, companyId);
    const isNew = before?.ibanEnd !== iban.slice(-4) || openIban(ctx, before) !== iban;
    const waits = input.waitMs === undefined ? null : new Date(now.getTime() + input.waitMs);
    const paysFrom = input.waitMs !== undefined && !isNew ? before.paysFrom : waits;
    const account = { companyId, holder, ibanEnd: iban.slice(-4), bic, town, country, paysFrom };
    await putPayoutAccount(tx, { ...account, iban: sealSecret(ctx.encryptionKey, companyId, iban) }, now);
    const details = { ibanEnd: account.ibanEnd, bic, country, ...waitDetails(paysFrom) };
    await recordAction(ctx, tx, { action: 'payout_account.set', objectId: companyId, companyId, details });
    if (paysFrom === null) await resumePayments(tx, 'new_account', companyId, now);
    const named = `${holder}, IBAN ending in ${account.ibanEnd}`;
    await mailOwners(ctx, tx, companyId, accountLetter(ctx, { account: named, at: now, paysFrom }));
    return account;
  });
}

/**
 * Lets a new account of a company be paid at once, after its owner confirmed it to us in another way.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company, one without a new account, or no reason.
 */
export async function confirmPayoutAccount(ctx: Context, input: { company: string; reason: string }): Promise<void> {
  const { reason } = checkedRequest({ ...input, requestedBy: ctx.actor });
  const { id: companyId } = await getCompany(ctx, input.company);
  const now = ctx.clock.now();
  await ctx.sql.begin(async (tx) => {
    if (!(await endAccountWaits(tx, companyId, now)))
      throw conflict('company', 'has no new account that waits for 72 hours');
    await recordAction(ctx, tx, {
      action: 'payout_account.confirm',
      objectId: companyId,
      companyId,
      details: { reason },
    });
    await resumePayments(tx, 'new_account', companyId, now);
  });
}

/** The bank account of a company; null if there is none. */
export async function getPayoutAccount(ctx: Context, companyId: Id<'company'>): Promise<PayoutAccount | null> {
  const row = (await findPayoutAccounts(ctx.sql, [companyId])).get(companyId);
  if (!row) return null;
  const { iban, ...account } = row;
  return account;
}

/** @throws {SecretUnopened} when no key of the service opens it. */
export function openIban(ctx: Context, { companyId, iban }: PayoutAccountRow): string {
  return openSecret(openingKeys(ctx), { field: 'payout_accounts.iban', owner: companyId }, iban).secret;
}

function latin(field: string, given: string, max = 70): string {
  const text = bankText(checkedText(field, given, { max }), max);
  if (text === null) throw invalidField(field, 'must be in Latin letters, as the bank has it');
  return text;
}
