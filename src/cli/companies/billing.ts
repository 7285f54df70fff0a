import type { Command } from 'commander';
import { z } from 'zod';
import { getBilling, setBilling } from '../../settlements/set-billing.js';
import { several } from '../support/options.js';
import { snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const BILLING = z.object({ legal_name: text, address: z.array(text), tax_id: textOrNull });

interface SetOptions {
  company: string;
  legalName: string;
  addressLine: string[];
  taxId?: string;
}

export function addBillingVerbs(billing: Command, cli: Cli): void {
  const set = billing
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--legal-name <name>', 'as its finance department writes it')
    .requiredOption('--address-line <line>', 'repeatable, in order, the country last', several)
    .option('--tax-id <id>', 'such as PL7250003310')
    .description('Sets what statements print of a company, from the next one on.');
  cli.verb(set, {
    json: BILLING,
    run: async ({ ctx }, options: SetOptions) => {
      const { addressLine: address, taxId = null, ...rest } = options;
      return snake(await setBilling(ctx, { ...rest, address, taxId }));
    },
    text: (found, session) => session.say(describe(found)),
  });

  const show = billing
    .command('show')
    .requiredOption('--company <company>', 'id or name')
    .description('Shows what statements print of a company.');
  cli.verb(show, {
    json: z.object({ billing: BILLING.nullable() }),
    run: async ({ ctx }, { company }: { company: string }) => {
      const found = await getBilling(ctx, company);
      return { billing: found && snake(found) };
    },
    text: ({ billing: found }, session) =>
      session.say(found ? describe(found) : 'Not set: statements print the name of the company.'),
  });
}

function describe({ legal_name, address, tax_id }: z.output<typeof BILLING>): string {
  return [legal_name, ...address, ...(tax_id === null ? [] : [`Tax id ${tax_id}`])].join(', ');
}
