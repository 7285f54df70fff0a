import type { Command } from 'commander';
import type { Agreement } from '../../domain/viewer.js';
import { getCompany } from '../../services/companies/get-company.js';
import { setAgreement } from '../../services/companies/set-agreement.js';
import { several } from '../options.js';
import { run } from './run.js';

/** What an agreement covers, in words. */
export function describeAgreement({ countries, categories, payingOnly }: Agreement): string {
  const parts = [
    countries ? `countries ${countries.join(', ')}` : 'every country',
    categories ? `categories ${categories.join(', ')}` : 'every category',
    payingOnly ? 'reward-paying events only' : 'with and without reward',
  ];
  return parts.join('; ');
}

export function addAgreementVerbs(agreement: Command): void {
  agreement
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .option('--country <code>', 'repeatable; without it every country', several)
    .option('--category <name>', 'repeatable; without it every category', several)
    .option('--paying-only', 'only events that pay a reward')
    .description('Replaces the agreement; events it no longer covers are withdrawn from the company.')
    .action((options: { company: string; country?: string[]; category?: string[]; payingOnly?: boolean }) =>
      run(async (ctx) => {
        const { agreement: kept, withdrawn } = await setAgreement(ctx, {
          company: options.company,
          agreement: {
            countries: options.country ?? null,
            categories: options.category ?? null,
            payingOnly: options.payingOnly ?? false,
          },
        });
        console.log(`May show: ${describeAgreement(kept)}`);
        console.log(`Withdrawn: ${withdrawn} events`);
      }),
    );

  agreement
    .command('show')
    .requiredOption('--company <company>', 'id or name')
    .description('What a company may show.')
    .action(({ company }: { company: string }) =>
      run(async (ctx) => console.log(`May show: ${describeAgreement((await getCompany(ctx, company)).agreement)}`)),
    );
}
