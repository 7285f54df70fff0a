/*
 * Which accounts the SEPA schemes reach (European Payments Council, EPC409-09, as of November 2026). The country of the account
 * decides, not the currency. This file runs in browsers too.
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
