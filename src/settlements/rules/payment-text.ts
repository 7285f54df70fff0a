import { DateTime } from 'luxon';
import { amountText, type Money, type SettlementMethod } from '../../core/money.js';
import { bankId, bankText } from './bank-text.js';
import type { Payment } from './payments.js';
import type { Month } from './settlement.js';

export const METHODS: Record<SettlementMethod, string> = {
  bank_transfer: 'bank transfer',
  processor_transfer: 'Stripe transfer',
};

/** `11 Nov 2026`, in UTC. */
export const dayText = (at: Date | string): string =>
  (typeof at === 'string' ? DateTime.fromISO(at, { zone: 'utc' }) : DateTime.fromJSDate(at, { zone: 'utc' })).toFormat(
    'd LLL yyyy',
    { locale: 'en' },
  );

/** Starts the failure of a payment that the bank refused. The bank's code or words follow. */
export const REFUSED_BY_BANK = 'the bank refused it: ';

/** The text on the payee's bank statement for a payment by bank file. */
export function paymentPurpose(statement: { id: string; month: Month; reference: string | null }): string {
  const { id, month, reference } = statement;
  return bankText(`Statement ${month} ${bankId(id)}${reference === null ? '' : ` ${reference}`}`, 140) ?? bankId(id);
}

export interface ExplainedPayment extends Payment {
  method: SettlementMethod;
  failure: string | null;
  /** `YYYY-MM-DD`: when money came back last; null: none did. */
  returnedOn: string | null;
  /** Why the money came back: a bank's code or words. */
  returnReason: string | null;
}

/** What became of a payment, for the company that receives it. */
export function explainPayment(payment: ExplainedPayment): string {
  const { state, method, amount, executedMinor, failure } = payment;
  const inMoney = (minor: number): Money => ({ ...amount, minor });
  switch (state) {
    case 'begun':
    case 'filed': {
      const part = executedMinor > 0 ? ` Our bank has sent ${amountText(inMoney(executedMinor))} of it.` : '';
      return `On its way, by ${METHODS[method]}.${part}${cameBack(payment)}`;
    }
    case 'executed':
      return `Paid by ${METHODS[method]}.${cameBack(payment)}`;
    case 'returned':
      return cameBack(payment).trim();
    case 'refused':
      return `The payment failed: ${explainFailure(failure)}.`;
    case 'withdrawn':
      return 'We cancelled the payment. No money moved.';
  }
}

function cameBack({ amount, returnedMinor, owedAgainMinor, returnedOn, returnReason }: ExplainedPayment): string {
  if (returnedMinor === 0) return '';
  const when = returnedOn === null ? '' : ` on ${dayText(returnedOn)}`;
  const why = returnReason === null ? '' : `: ${explainReason(returnReason)}`;
  const again = owedAgainMinor > 0 ? ' We owe it to you again: a later statement lists it.' : '';
  return ` ${amountText({ ...amount, minor: returnedMinor })} came back${when}${why}.${again}`;
}

function explainFailure(failure: string | null): string {
  const text = (failure ?? 'no reason was given').replace(/\.$/, '');
  return text.startsWith(REFUSED_BY_BANK)
    ? `${REFUSED_BY_BANK}${explainReason(text.slice(REFUSED_BY_BANK.length))}`
    : text;
}

/** Common codes of ISO 20022 with which banks refuse or return payments. */
const MEANINGS: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC03: 'the account number is wrong',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AG01: 'the account takes no transfers',
  AG02: 'the bank does not know this kind of payment',
  AM04: 'not enough money on our account',
  AM05: 'the bank had the same payment before',
  BE04: 'the address of the holder is missing',
  CNOR: 'the bank of the holder takes no such payments',
  DNOR: 'our bank takes no such payments',
  FOCR: 'recalled at our request',
  MD07: 'the holder has died',
  MS02: 'the holder refused it, without a reason',
  MS03: 'the bank gave no reason',
  RC01: 'the BIC is wrong',
  RR04: 'legal or regulatory reasons',
};

/** The bank's code or words, with the meaning of a common code. Empty for null. */
export function explainReason(reason: string | null): string {
  const code = reason?.split(':', 1)[0] ?? '';
  const meaning = Object.hasOwn(MEANINGS, code) ? ` (${MEANINGS[code]})` : '';
  return `${code}${meaning}${reason?.slice(code.length) ?? ''}`;
}
