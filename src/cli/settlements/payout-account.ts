import type { Command } from 'commander';
import { z } from 'zod';
import { getPayoutAccount, type PayoutAccount, setPayoutAccount } from '../../settlements/payout-account.js';
import { text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const ACCOUNT = z.object({
  holder: text,
  /** The last four characters: the whole IBAN is only in payment files. */
  iban_end: text,
  bic: textOrNull,
  town: textOrNull,
  country: textOrNull,
});

interface SetOptions {
  company: string;
  holder: string;
  iban: string;
  bic?: string;
  town?: string;
  country?: string;
}

export function addPayoutAccountVerbs(account: Command, cli: Cli): void {
  const set = account
    .command('set')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--holder <name>', 'as the bank has it, in Latin letters')
    .requiredOption('--iban <iban>', 'with or without spaces')
    .option('--bic <bic>', 'needed for other currencies than the euro')
    .option('--town <town>', 'of the holder; together with --country')
    .option('--country <code>', 'two letters such as DE')
    .description('Sets the bank account of a company, for payment files from now on.');
  cli.verb(set, {
    json: ACCOUNT,
    async run({ ctx }, { bic, town, country, ...rest }: SetOptions) {
      const optional = { bic: bic ?? null, town: town ?? null, country: country ?? null };
      return present(await setPayoutAccount(ctx, { ...rest, ...optional }));
    },
    text: (found, session) => session.say(describe(found)),
  });

  const show = account
    .command('show')
    .requiredOption('--company <company>', 'id or name')
    .description('Shows the bank account of a company, without its whole number.');
  cli.verb(show, {
    json: z.object({ payout_account: ACCOUNT.nullable() }),
    run: async ({ ctx }, { company }: { company: string }) => {
      const found = await getPayoutAccount(ctx, company);
      return { payout_account: found && present(found) };
    },
    text: ({ payout_account: found }, session) =>
      session.say(found ? describe(found) : 'Not set: bank files leave out the statements of this company.'),
  });
}

function present({ holder, ibanEnd, bic, town, country }: PayoutAccount): z.input<typeof ACCOUNT> {
  return { holder, iban_end: ibanEnd, bic, town, country };
}

function describe({ holder, iban_end, bic, town, country }: z.output<typeof ACCOUNT>): string {
  const parts = [holder, `IBAN ending in ${iban_end}`, bic === null ? null : `BIC ${bic}`, town, country];
  return parts.filter((part) => part !== null).join(', ');
}
