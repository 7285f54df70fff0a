import type { Command } from 'commander';
import type { z } from 'zod';
import type { AddressParts } from '../../settlements/rules/address.js';
import { billing as schema } from '../../settlements/schemas.js';
import { setBilling } from '../../settlements/set-billing.js';
import { BETWEEN_TAX_IDS, type Billing } from '../../settlements/sql/billing.js';
import { several } from '../support/options.js';
import type { Cli } from '../support/verb.js';

interface SetOptions {
  company: string;
  legalName: string;
  addressLine?: string[];
  street?: string;
  streetMore?: string;
  postalCode?: string;
  town?: string;
  region?: string;
  country?: string;
  taxId?: string[];
}

export function declareArea(billing: Command, cli: Cli): void {
  const set = billing
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--legal-name <name>', 'as its finance department writes it')
    .option('--street <line>', 'with the house number; together with --town and --country')
    .option('--street-more <line>', 'a second line, such as a floor')
    .option('--postal-code <code>', 'as the country writes it')
    .option('--town <town>', 'bank files name it too')
    .option('--region <region>', 'a state or province, where addresses have one')
    .option('--country <code>', 'two letters such as DE')
    .option('--address-line <line>', 'in place of the parts: repeatable, in order, the country last', several)
    .option('--tax-id <id>', 'such as PL7250003310; repeatable', several)
    .description('Sets what statements print of a company, from the next one on.');
  cli.verb(set, {
    json: schema,
    run: async ({ ctx }, options: SetOptions) => {
      const { company, legalName, taxId: taxIds = [] } = options;
      return toBilling(await setBilling(ctx, { company, legalName, address: parseAddress(options), taxIds }));
    },
    text: (found, session) => session.say(describeBilling(found)),
  });
}

function parseAddress({ addressLine, street, town, country, ...more }: SetOptions): AddressParts | string[] {
  if (addressLine) return addressLine;
  const { streetMore = null, postalCode = null, region = null } = more;
  return { street: street ?? '', streetMore, postalCode, town: town ?? '', region, country: country ?? '' };
}

export const toBilling = ({ parts: addressParts, taxIds, ...billing }: Billing) => ({
  ...billing,
  addressParts,
  taxId: taxIds.join(BETWEEN_TAX_IDS) || null,
});

export function describeBilling({ legal_name, address, tax_id }: z.output<typeof schema>): string {
  return [legal_name, ...address, ...(tax_id === null ? [] : [`Tax id ${tax_id}`])].join(', ');
}
