import { amountText, moneyText, negated } from '../../core/money.js';
import { monthName } from './earning-text.js';
import { dayText, METHODS } from './payment-text.js';
import type { Month, StatementFacts } from './settlement.js';

export interface ExplainedStatement extends Omit<StatementFacts, 'id' | 'month' | 'issuedAt' | 'settledMinor'> {
  /** In minor units of the same currency: the smallest amount that is paid by the terms of today; null: there are none. */
  minimumMinor: number | null;
  /** For a carried statement: the month whose statement has its lines; null: none yet. */
  carriedTo: Month | null;
  /** For a void statement: its replacement; null: none yet. */
  replacedBy: number | null;
}

/** A statement's state and next step, in words for people. */
export function explainStatement(statement: ExplainedStatement, now: Date): string {
  switch (statement.status) {
    case 'carried':
      return `${whyCarried(statement)} ${whereCarried(statement)}`;
    case 'issued':
      return statement.dueOn > now.toISOString().slice(0, 10) ? beforeItsDay(statement) : onItsDay(statement);
    case 'paying':
      return statement.waitsFor ? onItsDay(statement) : `The payment is on its way, by ${METHODS[statement.method]}.`;
    case 'paid':
      return statement.paidAt ? `Paid on ${dayText(statement.paidAt)}, by ${METHODS[statement.method]}.` : 'Paid.';
    case 'failed':
      if (statement.waitsFor === 'account') return `The payment failed. ${NO_ACCOUNT}`;
      return `The payment failed. ${statement.payFrom ? `We try again on ${dayText(statement.payFrom)}.` : 'We look into it and pay you as soon as we can.'}`;
    case 'void':
      return statement.replacedBy === null
        ? 'This statement is void. Its lines go onto another one.'
        : `This statement is void. Version ${statement.replacedBy} replaces it.`;
  }
}

function whyCarried({ amount, minimumMinor }: ExplainedStatement): string {
  const { minor, currency } = amount;
  if (minor === 0) return 'The lines add up to zero, so there is no payment.';
  if (minor < 0) {
    return `Refunds and corrections exceeded your earnings by ${amountText(negated(amount))}. You owe us nothing now.`;
  }
  const least = minimumMinor !== null && minor < minimumMinor ? ` of ${moneyText(minimumMinor, currency)}` : '';
  return `${amountText(amount)} is below the minimum payment${least}, so there is no payment now.`;
}

function whereCarried({ carriedTo }: ExplainedStatement): string {
  return carriedTo === null
    ? 'The next statement lists the same lines again.'
    : `The ${monthName(carriedTo)} statement lists the same lines again.`;
}

function beforeItsDay({ dueOn, payFrom, method, waitsFor }: ExplainedStatement): string {
  const day = payFrom && payFrom.toISOString().slice(0, 10) > dueOn ? payFrom : dueOn;
  const when = `We pay it on ${dayText(day)}, by ${METHODS[method]}.`;
  return waitsFor === 'account' ? `${when} ${NO_ACCOUNT}` : when;
}

const NO_ACCOUNT = 'We need an account to pay to. An owner can add one under Company.';

function onItsDay({ dueOn, method, payFrom, waitsFor }: ExplainedStatement): string {
  const due = `It was due on ${dayText(dueOn)}.`;
  switch (waitsFor) {
    case null:
      return `${due} It goes out with our next payments, by ${METHODS[method]}.`;
    case 'account':
      return `${due} ${NO_ACCOUNT}`;
    case 'new_account':
      return `${due} Your payout account is new. We make no payments to a new account for 72 hours${payFrom ? `, so we pay this from ${minute(payFrom)}` : ''}.`;
    case 'balance':
    case 'processor':
      return `${due} The payment is delayed on our side and will go out automatically. You don’t need to do anything.`;
  }
}

const minute = (at: Date): string => `${dayText(at)} at ${at.toISOString().slice(11, 16)} UTC`;
