import type { Command } from 'commander';
import type { z } from 'zod';
import * as schemas from '../../companies/schemas.js';
import { setAgreement } from '../../companies/set-agreement.js';
import { several } from '../support/options.js';
import type { Cli } from '../support/verb.js';

export function describeAgreement({ countries, categories, paying_only }: z.output<typeof schemas.agreement>): string {
  const parts = [
    countries ? `countries ${countries.join(', ')}` : 'every country',
    categories ? `categories ${categories.join(', ')}` : 'every category',
    paying_only ? 'only events that pay a reward' : 'with and without a reward',
  ];
  return parts.join('; ');
}

export function declareArea(agreement: Command, cli: Cli): void {
  const set = agreement
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .option('--country <code>', 'repeatable; default: every country', several)
    .option('--category <name>', 'repeatable; default: every category', several)
    .option('--paying-only', 'only events that pay a reward')
    .description('Replaces the agreement. Events it no longer covers are withdrawn from the company.');
  cli.verb(set, {
    json: schemas.setAgreement,
    async run({ ctx }, options: { company: string; country?: string[]; category?: string[]; payingOnly?: boolean }) {
      const { country = null, category = null, payingOnly = false } = options;
      const agreement = { countries: country, categories: category, payingOnly };
      return setAgreement(ctx, { company: options.company, agreement });
    },
    text({ agreement: kept, withdrawn }, session) {
      session.say(`May show: ${describeAgreement(kept)}`);
      session.say(`Withdrawn: ${withdrawn} events`);
    },
  });
}
