import { electronicFormatIBAN, isValidBIC, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { HOUR } from '../../core/time.js';

/*
 * The dashboard's form judges an account by the same rules before it sends it, so this file runs in browsers too.
 */

/**
 * Nothing is paid to a new account for so long after an owner named it: time for the other owners, who get a mail, to say that
 * nobody of theirs did.
 */
export const NEW_ACCOUNT_MS = 72 * HOUR;

/** As banks write it to each other: without spaces, in capitals. */
export const plainIban = (given: string): string => electronicFormatIBAN(given) ?? '';

/** As banks write it to each other. */
export const plainBic = (given: string): string => given.replace(/\s/g, '').toUpperCase();

/** What is wrong with an IBAN; null: nothing. */
export function ibanFault(given: string): string | null {
  const { valid, errorCodes } = validateIBAN(plainIban(given));
  if (valid) return null;
  const { NoIBANProvided, NoIBANCountry, WrongBBANLength, WrongBBANFormat } = ValidationErrorsIBAN;
  const isNone = [NoIBANProvided, NoIBANCountry, WrongBBANLength, WrongBBANFormat].some((one) =>
    errorCodes.includes(one),
  );
  return isNone ? 'must be an IBAN such as DE89 3704 0044 0532 0130 00' : 'There is a typing mistake in this IBAN.';
}

/** What is wrong with a BIC; null: nothing. */
export const bicFault = (given: string): string | null =>
  isValidBIC(plainBic(given)) ? null : 'must be 8 or 11 characters such as DEUTDEFF';
