import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { adjustCompany, checkAdjustment } from '../../settlements/adjust-company.js';
import { getTerms } from '../../settlements/set-terms.js';
import { count, flag, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { type Choice, currency, money, month } from './choice.js';

type AdjustOptions = Omit<Choice, 'month' | 'currency'> & {
  currency: string;
  amount: number;
  month?: string;
  again?: boolean;
};

const ADJUSTED = z.object({
  dry_run: flag,
  /** Null for a dry run. */
  earning_id: textOrNull,
  company_id: text,
  amount: count,
  currency: text,
  /** Without terms there is no statement that lists it. */
  has_terms: flag,
});

export function addAdjustVerb(settlement: Command, cli: Cli): void {
  const command = settlement
    .command('adjust')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--currency <code>', 'currency of the amount', currency)
    .requiredOption('--amount <amount>', 'signed, such as -12.50', amount)
    .option('--month <month>', 'the month it corrects, such as 2026-10; shown there', month)
    .requiredOption('--reason <text>', 'why; it is recorded')
    .option('--again', 'even if the same adjustment was made before')
    .option('--dry-run', 'only shows what it would do')
    .description('Adds a correction to what a company is owed. Its next statement lists it.');
  cli.verb(command, {
    json: ADJUSTED,
    async run({ ctx, session }, options: AdjustOptions) {
      const input = { ...options, requestedBy: session.actor };
      const { companyId, amount: checked } = await checkAdjustment(ctx, input);
      return {
        dryRun: options.dryRun ?? false,
        earningId: options.dryRun ? null : await adjustCompany(ctx, input),
        companyId,
        amount: checked,
        currency: checked.currency,
        hasTerms: (await getTerms(ctx, companyId)) !== null,
      };
    },
    text({ earning_id, company_id, amount: signed, currency: code, has_terms }, session) {
      const what = `${money(signed, code)} for ${company_id}`;
      if (earning_id === null) session.say(`Dry run: ${what} would be a line of its next statement.`);
      else session.say(`${earning_id}: ${what}; the next statement lists it.`);
      if (!has_terms) session.say('The company has no terms: it gets no statement until you set them.');
    },
  });
}

function amount(text: string): number {
  if (!/^-?\d{1,12}(\.\d{1,3})?$/.test(text)) throw new InvalidArgumentError('must be an amount such as -12.50.');
  return Number(text);
}
