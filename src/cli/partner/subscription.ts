import type { Command } from 'commander';
import { addSubscription } from '../../services/bulk/add-subscription.js';
import { listSubscriptions } from '../../services/bulk/list-subscriptions.js';
import { removeSubscription } from '../../services/bulk/remove-subscription.js';
import type { BulkSubscriptionRow } from '../../store/bulk-subscriptions.js';
import { several, wholeNumber } from '../options.js';
import { printTable } from '../print.js';
import { describeAgreement } from './agreement.js';
import { run } from './run.js';

interface AddOptions {
  company: string;
  name?: string;
  country?: string[];
  category?: string[];
  daysAhead?: number;
  payingOnly?: boolean;
}

export function addSubscriptionVerbs(subscription: Command): void {
  subscription
    .command('add')
    .requiredOption('--company <company>', 'id or name')
    .option('--name <name>', 'to tell it from others')
    .option('--country <code>', 'repeatable; without it every country of the agreement', several)
    .option('--category <name>', 'repeatable; without it every category of the agreement', several)
    .option('--days-ahead <days>', 'only events that begin within so many days', wholeNumber)
    .option('--paying-only', 'only events that pay a reward')
    .description('Saves a subscription, at most 5 a company; it narrows the agreement and never widens it.')
    .action((options: AddOptions) =>
      run(async (ctx) => {
        const { company, name, country, category, daysAhead, payingOnly } = options;
        const added = await addSubscription(ctx, {
          company,
          name,
          countries: country ?? null,
          categories: category ?? null,
          daysAhead: daysAhead ?? null,
          payingOnly: payingOnly ?? false,
        });
        console.log(added.id);
        for (const format of ['ndjson', 'csv']) console.log(`  ${ctx.config.baseUrl}/bulk/${added.id}.${format}.gz`);
      }),
    );

  subscription
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's subscriptions, oldest first.")
    .action(({ company }: { company: string }) =>
      run(async (ctx) => {
        const rows = await listSubscriptions(ctx, company);
        printTable(
          ['ID', 'NAME', 'HOLDS'],
          rows.map((row) => [row.id, row.name, describe(row)]),
        );
      }),
    );

  subscription
    .command('remove')
    .argument('<id>')
    .description('Forgets a subscription and its files.')
    .action((id: string) =>
      run(async (ctx) => {
        await removeSubscription(ctx, id);
        console.log('removed');
      }),
    );
}

function describe({ scope }: BulkSubscriptionRow): string {
  const days = scope.daysAhead === null ? '' : `; the next ${scope.daysAhead} days`;
  return describeAgreement(scope) + days;
}
