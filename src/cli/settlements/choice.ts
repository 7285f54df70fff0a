import { InvalidArgumentError } from 'commander';
import { type Money, moneyText, toDecimal, toMinor } from '../../core/money.js';
import { isMonth } from '../../settlements/rules/settlement.js';

export interface Choice {
  month: string;
  company: string;
  currency?: string;
  reason: string;
  dryRun?: boolean;
}

export function month(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('must be a month such as 2026-10.');
  return text;
}

export function currency(text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw new InvalidArgumentError('must be three capital letters such as EUR.');
  return text;
}

/** A row as JSON names its statement and its currency. */
export const onStatement = <Row extends { settlementId: string | null; amount: Money }>(row: Row) => ({
  ...row,
  statement: row.settlementId as Row['settlementId'],
  currency: row.amount.currency,
});

/** For people: always with the currency; empty for null. */
export function money(amount: number | null, code: string): string {
  return amount === null ? '–' : moneyText(toMinor(amount, code), code);
}

/** A column of a table. */
export const amountText = (row: { amount: number | null; currency: string }) => money(row.amount, row.currency);

/** In JSON; null for null. */
export function decimal(minor: number | null, code: string): number | null {
  return minor === null ? null : toDecimal(minor, code);
}
