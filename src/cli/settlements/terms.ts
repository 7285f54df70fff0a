import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { SETTLEMENT_METHODS, toDecimal } from '../../core/money.js';
import type { SettlementTerms } from '../../settlements/rules/settlement.js';
import * as schemas from '../../settlements/schemas.js';
import { setTerms } from '../../settlements/set-terms.js';
import { amountLike } from '../support/options.js';
import type { Cli } from '../support/verb.js';

interface SetOptions {
  company: string;
  method: string;
  netDays: number;
  minimum: number;
  minimumIn?: Record<string, number>;
  reference?: string;
}

export function declareArea(terms: Command, cli: Cli): void {
  const set = terms
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .addOption(new Option('--method <method>', 'method of payment').choices(SETTLEMENT_METHODS).makeOptionMandatory())
    .requiredOption('--net-days <days>', 'days from the end of the month to the payment', days)
    .requiredOption('--minimum <amount>', 'the smallest amount we transfer; less is carried to the next month', amount)
    .option('--minimum-in <currency=amount>', 'another minimum for one currency; repeatable', minimumIn)
    .option('--reference <text>', 'reference of the contract or purchase order')
    .description('Sets the terms, from the next statement on.');
  cli.verb(set, {
    json: schemas.terms,
    run: async ({ ctx }, options: SetOptions) => {
      const { minimumIn: minimums, reference = null, ...rest } = options;
      return toTerms(await setTerms(ctx, { ...rest, minimums, reference }));
    },
    text: (found, session) => session.say(describeTerms(found)),
  });
}

export const toTerms = (terms: SettlementTerms) => ({
  ...terms,
  minimum: toDecimal(terms.minimumMinor, terms.currency),
  minimums: Object.fromEntries(Object.entries(terms.minimums).map(([code, minor]) => [code, toDecimal(minor, code)])),
});

export function describeTerms({
  method,
  net_days,
  minimum,
  currency,
  minimums,
  reference,
}: z.output<typeof schemas.terms>): string {
  const others = Object.entries(minimums).map(([code, other]) => `, ${other} ${code}`);
  const smallest = `${minimum} ${currency}${others.join('')}`;
  return `${method}, ${net_days} days after the month, from ${smallest}; reference ${reference ?? '–'}`;
}

function days(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('must be a number of days, 0 to 365.');
  return Number(text);
}

const amount = amountLike('50 or 12.50');

function minimumIn(text: string, before: Record<string, number> = {}): Record<string, number> {
  const [currency = '', value = ''] = text.split('=');
  if (!/^[A-Z]{3}$/.test(currency)) throw new InvalidArgumentError('must be written like JPY=5000.');
  return { ...before, [currency]: amount(value) };
}
