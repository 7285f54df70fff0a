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
