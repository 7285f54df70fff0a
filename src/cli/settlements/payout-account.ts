import type { Command } from 'commander';
import { z } from 'zod';
import { getPayoutAccount, type PayoutAccount, setPayoutAccount } from '../../settlements/payout-account.js';
import {
  type ConnectTransferAccountInput,
  connectTransferAccount,
  getTransferAccount,
} from '../../settlements/transfer-account.js';
import { instant, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const ACCOUNT = z.object({
  holder: text,
  /** The last four characters: the whole IBAN is only in payment files. */
  iban_end: text,
  bic: textOrNull,
  town: textOrNull,
  country: textOrNull,
});

/** At the payment processor, for statements with the method `processor_transfer`. */
const TRANSFER_ACCOUNT = z.object({
  company_id: text,
  account: text,
  transfers_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  currency: textOrNull,
  country: textOrNull,
  /** What the company has yet to give, by the processor's names. */
  requirements: z.array(text),
  disabled_reason: textOrNull,
  refreshed_at: instant,
});
type TransferAccount = z.output<typeof TRANSFER_ACCOUNT>;

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

  const connect = account
    .command('connect')
    .requiredOption('--company <company>', 'id or name')
    .option('--account <id>', 'an account that the company has with Stripe already: acct_…')
    .option('--country <code>', 'of a new account, two letters; without it the company chooses')
    .description(
      'Gives a company an account that gets transfers, and shows what it lacks. Repeat it for the current state and a new link.',
    );
  cli.verb(connect, {
    /** `link`: where the company gives what is missing; valid for minutes. */
    json: TRANSFER_ACCOUNT.extend({ link: textOrNull }),
    run: async ({ ctx }, options: ConnectTransferAccountInput) => snake(await connectTransferAccount(ctx, options)),
    text: ({ link, ...found }, session) => {
      session.say(describeTransferAccount(found));
      if (link !== null) session.say(`The company gives it here, within minutes: ${link}`);
    },
  });

  const show = account
    .command('show')
    .requiredOption('--company <company>', 'id or name')
    .description(
      'Shows where a company is paid: its bank account, without the whole number, and its account for transfers.',
    );
  cli.verb(show, {
    json: z.object({ payout_account: ACCOUNT.nullable(), transfer_account: TRANSFER_ACCOUNT.nullable() }),
    run: async ({ ctx }, { company }: { company: string }) => {
      const [bank, transfers] = [await getPayoutAccount(ctx, company), await getTransferAccount(ctx, company)];
      return { payout_account: bank && present(bank), transfer_account: transfers && snake(transfers) };
    },
    text: ({ payout_account: bank, transfer_account: transfers }, session) => {
      session.say(bank ? describe(bank) : 'No bank account: bank files leave out the statements of this company.');
      session.say(transfers ? describeTransferAccount(transfers) : 'No account for transfers.');
    },
  });
}

function describeTransferAccount({ account, requirements, ...rest }: TransferAccount): string {
  return [
    account,
    `gets transfers: ${rest.transfers_enabled ? 'yes' : 'no'}${rest.disabled_reason ? ` (${rest.disabled_reason})` : ''}`,
    `is paid out: ${rest.payouts_enabled ? 'yes' : 'no'}`,
    `currency: ${rest.currency ?? 'not known yet'}`,
    `country: ${rest.country ?? 'not known yet'}`,
    `missing: ${requirements.length === 0 ? 'nothing' : requirements.join(', ')}`,
    `as of: ${rest.refreshed_at}`,
  ].join('\n');
}

function present({ holder, ibanEnd, bic, town, country }: PayoutAccount): z.input<typeof ACCOUNT> {
  return { holder, iban_end: ibanEnd, bic, town, country };
}

function describe({ holder, iban_end, bic, town, country }: z.output<typeof ACCOUNT>): string {
  const parts = [holder, `IBAN ending in ${iban_end}`, bic === null ? null : `BIC ${bic}`, town, country];
  return parts.filter((part) => part !== null).join(', ');
}
