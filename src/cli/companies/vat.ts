import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { rateText, VAT_TREATMENTS, type Vat } from '../../settlements/rules/vat.js';
import { vat as schema } from '../../settlements/schemas.js';
import { setVat } from '../../settlements/set-vat.js';
import type { Cli } from '../support/verb.js';

interface SetOptions {
  company: string;
  treatment: Vat['treatment'];
  rate?: string;
  note?: string;
  selfBilling?: boolean;
}

export function declareArea(vat: Command, cli: Cli): void {
  const set = vat
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .addOption(
      new Option('--treatment <name>', 'how statements show VAT').choices(VAT_TREATMENTS).makeOptionMandatory(),
    )
    .option('--rate <percent>', 'such as 19; only with the treatment `rate`')
    .option('--note <sentence>', 'statements print it; required for a reverse charge')
    .option('--self-billing', "statements are also invoices in the company's name")
    .description(
      "Sets VAT of a company's statements, from the next one on. VAT of a rate is paid on top of the lines.",
    );
  cli.verb(set, {
    json: schema,
    async run({ ctx }, { company, treatment, rate, note, selfBilling = false }: SetOptions) {
      const percent = rate === undefined ? null : Number(rate);
      return await setVat(ctx, { company, treatment, rate: percent, note: note ?? null, selfBilling });
    },
    text: (found, session) => session.say(describeVat(found)),
  });
}

export function describeVat({ treatment, rate, note, self_billing }: z.output<typeof schema>): string {
  const parts = [rate === null ? treatment.replace('_', ' ') : `VAT ${rateText(rate)}`];
  if (self_billing) parts.push('self-billing');
  if (note !== null) parts.push(note);
  return parts.join(', ');
}
