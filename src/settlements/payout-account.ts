import { electronicFormatIBAN, isValidBIC, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { getCompany } from '../companies/get-company.js';
import { invalidField } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { openingKeys } from '../platform/secrets/keys.js';
import { openSecret, sealSecret } from '../platform/secrets/secret-box.js';
import { bankText } from './rules/bank-text.js';
import { findPayoutAccounts, type PayoutAccountRow, putPayoutAccount } from './sql/payout-accounts.js';

/** The bank account to which a company is paid by bank transfer. */
export interface PayoutAccount {
  companyId: string;
  holder: string;
  /** The last four characters of the IBAN. */
  ibanEnd: string;
  bic: string | null;
  /** Both or none. */
  town: string | null;
  country: string | null;
}

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
}

/**
 * Sets the bank account of a company, for payment files from now on; a file that was made keeps the account it has.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company or a value that a bank would refuse.
 */
export async function setPayoutAccount(ctx: Context, input: SetPayoutAccountInput): Promise<PayoutAccount> {
  const { id: companyId } = await getCompany(ctx, input.company);
  const holder = latin('holder', input.holder);
  const iban = checkedIban(input.iban);
  const bic = input.bic === null ? null : input.bic.replace(/\s/g, '').toUpperCase();
  if (bic !== null && !isValidBIC(bic)) throw invalidField('bic', 'must be 8 or 11 characters such as DEUTDEFF');
  if ((input.town === null) !== (input.country === null)) {
    throw invalidField(
      input.town === null ? 'town' : 'country',
      'must be given too: banks take town and country together',
    );
  }
  const town = input.town === null ? null : latin('town', input.town, 35);
  const country = input.country?.toUpperCase() ?? null;
  if (country !== null && !/^[A-Z]{2}$/.test(country)) throw invalidField('country', 'must be two letters such as DE');
  const account = { companyId, holder, ibanEnd: iban.slice(-4), bic, town, country };
  await ctx.sql.begin(async (tx) => {
    const sealed = sealSecret(ctx.encryptionKey, companyId, iban);
    await putPayoutAccount(tx, { ...account, iban: sealed }, ctx.clock.now());
    const details = { ibanEnd: account.ibanEnd, bic, country };
    await recordAction(ctx, tx, { action: 'payout_account.set', objectId: companyId, companyId, details });
  });
  return account;
}

/**
 * The bank account of a company; null if there is none.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function getPayoutAccount(ctx: Context, company: string): Promise<PayoutAccount | null> {
  const { id } = await getCompany(ctx, company);
  const row = (await findPayoutAccounts(ctx.sql, [id])).get(id);
  if (!row) return null;
  const { iban, ...account } = row;
  return account;
}

/** @throws {SecretUnopened} when no key of the service opens it. */
export function openIban(ctx: Context, { companyId, iban }: PayoutAccountRow): string {
  return openSecret(openingKeys(ctx), { field: 'payout_accounts.iban', owner: companyId }, iban).secret;
}

function checkedIban(given: string): string {
  const iban = electronicFormatIBAN(given) ?? '';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return iban;
  const { NoIBANProvided, NoIBANCountry, WrongBBANLength, WrongBBANFormat } = ValidationErrorsIBAN;
  const isNone = [NoIBANProvided, NoIBANCountry, WrongBBANLength, WrongBBANFormat].some((one) =>
    errorCodes.includes(one),
  );
  throw invalidField(
    'iban',
    isNone ? 'must be an IBAN such as DE89 3704 0044 0532 0130 00' : 'is mistyped: its check digits are wrong',
  );
}

function latin(field: string, given: string, max = 70): string {
  const text = bankText(checkedText(field, given, { max }), max);
  if (text === null) throw invalidField(field, 'must be in Latin letters, as the bank has it');
  return text;
}
