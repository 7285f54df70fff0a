import { type Command, InvalidArgumentError, Option } from 'commander';
import { toDecimal } from '../../domain/money.js';
import type { SettlementTerms } from '../../domain/settlement.js';
import { SETTLEMENT_METHODS } from '../../domain/settlement-method.js';
import { getTerms, setTerms } from '../../services/settlements/set-terms.js';
import { run } from './run.js';

interface SetOptions {
  company: string;
  method: string;
  netDays: number;
  minimum: number;
  minimumIn?: Record<string, number>;
  reference?: string;
}

export function addTermsVerbs(terms: Command): void {
  terms
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .addOption(new Option('--method <method>', 'of payment').choices(SETTLEMENT_METHODS).makeOptionMandatory())
    .requiredOption('--net-days <days>', 'from the end of the month to the payment', days)
    .requiredOption('--minimum <amount>', 'the smallest amount worth a transfer; less is carried on', amount)
    .option('--minimum-in <currency=amount>', 'another minimum for one currency; repeatable', minimumIn)
    .option('--reference <text>', 'of the contract or purchase order')
    .description('Agrees terms, from the next statement on.')
    .action((options: SetOptions) =>
      run(async (ctx) => {
        const { minimumIn: minimums, reference = null, ...rest } = options;
        console.log(describeTerms(await setTerms(ctx, { ...rest, minimums, reference })));
      }),
    );

  terms
    .command('show')
    .requiredOption('--company <company>', 'id or name')
    .description('What was agreed.')
    .action(({ company }: { company: string }) =>
      run(async (ctx) => {
        const found = await getTerms(ctx, company);
        console.log(found ? describeTerms(found) : 'No terms: the company gets no statements.');
      }),
    );
}

function describeTerms({ method, netDays, minimumMinor, currency, minimums, reference }: SettlementTerms): string {
  const others = Object.entries(minimums).map(([code, minor]) => `, ${toDecimal(minor, code)} ${code}`);
  const minimum = `${toDecimal(minimumMinor, currency)} ${currency}${others.join('')}`;
  return `${method}, ${netDays} days after the month, from ${minimum}; reference ${reference ?? '–'}`;
}

function days(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('must be a number of days, 0 to 365.');
  return Number(text);
}

function amount(text: string): number {
  if (!/^\d{1,12}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError('must be an amount such as 50 or 12.50.');
  return Number(text);
}

function minimumIn(text: string, before: Record<string, number> = {}): Record<string, number> {
  const [currency = '', value = ''] = text.split('=');
  if (!/^[A-Z]{3}$/.test(currency)) throw new InvalidArgumentError('must be written like JPY=5000.');
  return { ...before, [currency]: amount(value) };
}
