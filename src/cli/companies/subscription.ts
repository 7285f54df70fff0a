import type { Command } from 'commander';
import type { z } from 'zod';
import { addedSubscription, type subscription as schema } from '../../bulk/schemas.js';
import { addSubscription, removeSubscription } from '../../bulk/subscriptions.js';
import { several, wholeNumber } from '../support/options.js';
import type { Cli } from '../support/verb.js';
import { describeAgreement } from './agreement.js';

interface AddOptions {
  company: string;
  name?: string;
  country?: string[];
  category?: string[];
  daysAhead?: number;
  payingOnly?: boolean;
}

export function declareArea(subscription: Command, cli: Cli): void {
  const add = subscription
    .command('add')
    .requiredOption('--company <company>', 'id or name')
    .option('--name <name>', 'to tell it from others')
    .option('--country <code>', 'repeatable; default: every country of the agreement', several)
    .option('--category <name>', 'repeatable; default: every category of the agreement', several)
    .option('--days-ahead <days>', 'only events that start within this many days', wholeNumber)
    .option('--paying-only', 'only events that pay a reward')
    .description('Adds a subscription, at most 5 for each company. It narrows the agreement and never widens it.');
  cli.verb(add, {
    json: addedSubscription,
    run: async ({ ctx }, { country: countries, category: categories, ...options }: AddOptions) => {
      const { id } = await addSubscription(ctx, { ...options, countries, categories });
      return { id, urls: ['ndjson', 'csv'].map((format) => `${ctx.config.baseUrl}/bulk/${id}.${format}.gz`) };
    },
    text: ({ id, urls }, session) => session.say([id, ...urls.map((url) => `  ${url}`)].join('\n')),
  });

  cli.act(subscription.command('remove').argument('<id>').description('Removes a subscription and its files.'), {
    run: ({ ctx }, id) => removeSubscription(ctx, id),
    text: () => 'removed',
  });
}

export function describeSubscription({ id, name, scope }: z.output<typeof schema>): string {
  const days = scope.days_ahead === null ? '' : `; the next ${scope.days_ahead} days`;
  return `${id}${name ? ` (${name})` : ''}: ${describeAgreement(scope)}${days}`;
}
