import type { Command } from 'commander';
import { z } from 'zod';
import { subscription as schema } from '../../bulk/schemas.js';
import { addSubscription, listSubscriptions, removeSubscription } from '../../bulk/subscriptions.js';
import { several, wholeNumber } from '../support/options.js';
import { text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { describeAgreement, toAgreement } from './agreement.js';

interface AddOptions {
  company: string;
  name?: string;
  country?: string[];
  category?: string[];
  daysAhead?: number;
  payingOnly?: boolean;
}

export function addSubscriptionVerbs(subscription: Command, cli: Cli): void {
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
    json: z.object({ id: text, urls: z.array(text) }),
    run: async ({ ctx }, options: AddOptions) => {
      const { company, name, country, category, daysAhead, payingOnly } = options;
      const { id } = await addSubscription(ctx, {
        company,
        name,
        countries: country ?? null,
        categories: category ?? null,
        daysAhead: daysAhead ?? null,
        payingOnly: payingOnly ?? false,
      });
      return { id, urls: ['ndjson', 'csv'].map((format) => `${ctx.config.baseUrl}/bulk/${id}.${format}.gz`) };
    },
    text: ({ id, urls }, session) => session.say([id, ...urls.map((url) => `  ${url}`)].join('\n')),
  });

  const list = subscription
    .command('list')
    .requiredOption('--company <company>', 'id or name')
    .description("A company's subscriptions, oldest first.");
  cli.verb(list, {
    json: z.object({ subscriptions: z.array(schema) }),
    run: async ({ ctx }, { company }: { company: string }) => ({
      subscriptions: (await listSubscriptions(ctx, company)).map(({ id, name, scope }) => ({
        id,
        name,
        scope: { ...toAgreement(scope), days_ahead: scope.daysAhead },
      })),
    }),
    text: ({ subscriptions }, session) =>
      session.table(
        ['ID', 'NAME', 'HOLDS'],
        subscriptions.map((row) => [row.id, row.name ?? '', describe(row)]),
      ),
  });

  cli.verb(subscription.command('remove').argument('<id>').description('Removes a subscription and its files.'), {
    json: z.object({ id: text, status: text }),
    run: async ({ ctx }, id: string) => {
      await removeSubscription(ctx, id);
      return { id, status: 'removed' };
    },
    text: ({ status }, session) => session.say(status),
  });
}

function describe({ scope }: z.output<typeof schema>): string {
  const days = scope.days_ahead === null ? '' : `; the next ${scope.days_ahead} days`;
  return describeAgreement(scope) + days;
}
