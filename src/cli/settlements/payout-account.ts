import type { Command } from 'commander';
import type { z } from 'zod';
import { getCompany } from '../../companies/get-company.js';
import { confirmPayoutAccount, setPayoutAccount } from '../../settlements/payout-account.js';
import { bankAccount, transferAccount } from '../../settlements/schemas.js';
import { type ConnectTransferAccountInput, connectTransferAccount } from '../../settlements/transfer-account.js';
import { DONE, instantText, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

type TransferAccount = z.output<typeof transferAccount>;

interface SetOptions {
  company: string;
  holder: string;
  iban: string;
  bic?: string;
  town?: string;
  country?: string;
}

export function declareArea(account: Command, cli: Cli): void {
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
    json: bankAccount,
    async run({ ctx }, { bic, town, country, ...rest }: SetOptions) {
      const optional = { bic: bic ?? null, town: town ?? null, country: country ?? null };
      return await setPayoutAccount(ctx, { ...rest, ...optional });
    },
    text: (found, session) => session.say(describeBankAccount(found)),
  });

  const connect = account
    .command('connect')
    .requiredOption('--company <company>', 'id or name')
    .option('--account <id>', 'an account that the company has with Stripe already: acct_…')
    .option('--country <code>', 'of a new account, two letters; without it the company chooses')
    .description(
      'Gives a company an account that gets transfers, and shows what it lacks. Repeat it for the current state and a new link.',
    );
  cli.verb(connect, {
    /** `link`: where the company gives missing facts; valid for minutes. */
    json: transferAccount.extend({ link: textOrNull }),
    run: ({ ctx }, options: ConnectTransferAccountInput) => connectTransferAccount(ctx, options),
    text: ({ link, ...found }, session) => {
      session.say(describeTransferAccount(found));
      if (link !== null) session.say(`The company gives it here, within minutes: ${link}`);
    },
  });

  const confirm = account
    .command('confirm')
    .requiredOption('--company <company>', 'id or name')
    .requiredOption('--reason <text>', 'how the owner confirmed it to you')
    .description('Lets the new account of a company be paid at once, after its owner confirmed it in another way.');
  cli.verb(confirm, {
    // The company's id.
    json: DONE,
    run: async ({ ctx }, input: { company: string; reason: string }) => {
      await confirmPayoutAccount(ctx, input);
      return { id: (await getCompany(ctx, input.company)).id };
    },
    text: (_found, session) => session.say('The new account is paid from now on.'),
  });
}

export function describeTransferAccount({ account, requirements, ...rest }: TransferAccount): string {
  return [
    account,
    `gets transfers: ${rest.transfers_enabled ? 'yes' : 'no'}${rest.disabled_reason ? ` (${rest.disabled_reason})` : ''}`,
    `is paid out: ${rest.payouts_enabled ? 'yes' : 'no'}`,
    `currency: ${rest.currency ?? 'not known yet'}`,
    `country: ${rest.country ?? 'not known yet'}`,
    `missing: ${requirements.length === 0 ? 'nothing' : requirements.join(', ')}`,
    ...(rest.pays_from === null ? [] : [`paid from: ${instantText(rest.pays_from)}`]),
    `as of: ${instantText(rest.refreshed_at)}`,
  ].join('\n');
}

export function describeBankAccount({
  holder,
  iban_end,
  bic,
  town,
  country,
  pays_from,
}: z.output<typeof bankAccount>): string {
  const since = pays_from === null ? null : `paid from ${instantText(pays_from)}`;
  const parts = [holder, `IBAN ending in ${iban_end}`, bic === null ? null : `BIC ${bic}`, town, country, since];
  return parts.filter((part) => part !== null).join(', ');
}
