import { electronicFormatIBAN, isValidBIC, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { HOUR } from '../../core/time.js';

/*
 * The dashboard's form judges an account by the same rules before it sends it, so this file runs in browsers too.
 */

/** The wait before a new account is paid, so that the other owners, who get a mail, can object. */
export const NEW_ACCOUNT_MS = 72 * HOUR;

/** As banks write it to each other: without spaces, in capitals. */
export const plainIban = (given: string): string => electronicFormatIBAN(given) ?? '';

/** As banks write it to each other. */
export const plainBic = (given: string): string => given.replace(/\s/g, '').toUpperCase();

/** The fault of an IBAN; null: none. */
export function ibanFault(given: string): string | null {
  const { valid, errorCodes } = validateIBAN(plainIban(given));
  if (valid) return null;
  const { NoIBANProvided, NoIBANCountry, WrongBBANLength, WrongBBANFormat } = ValidationErrorsIBAN;
  const isNone = [NoIBANProvided, NoIBANCountry, WrongBBANLength, WrongBBANFormat].some((code) =>
    errorCodes.includes(code),
  );
  return isNone ? 'must be an IBAN such as DE89 3704 0044 0532 0130 00' : 'There is a typing mistake in this IBAN.';
}

/** The fault of a BIC; null: none. */
export const bicFault = (given: string): string | null =>
  isValidBIC(plainBic(given)) ? null : 'must be 8 or 11 characters such as DEUTDEFF';

/*
 * Which accounts the SEPA schemes reach (European Payments Council, EPC409-09, as of November 2026). The country of the account
 * decides, not the currency.
 */

/** Countries of the European Economic Area: the IBAN alone is enough. */
const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK';

/** SEPA countries outside the European Economic Area: payments need the BIC too. */
const SEPA_BEYOND_EEA = 'AD AL CH GB GI MC MD ME MK RS SM VA';

const IBAN_ONLY = new Set(EEA.split(' '));
const SEPA = new Set([...IBAN_ONLY, ...SEPA_BEYOND_EEA.split(' ')]);

export type PaymentScheme = 'sepa' | 'other';

const countryOf = (iban: string) => iban.slice(0, 2).toUpperCase();

export function paymentScheme(currency: string, iban: string): PaymentScheme {
  return currency === 'EUR' && SEPA.has(countryOf(iban)) ? 'sepa' : 'other';
}

/** true: a bank refuses payments in this currency to this account without the BIC. */
export function needsBic(currency: string, iban: string): boolean {
  return currency !== 'EUR' || !IBAN_ONLY.has(countryOf(iban));
}
