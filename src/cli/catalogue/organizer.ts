import type { Command } from 'commander';
import type { z } from 'zod';
import { type ConnectInput, connectOrganizer } from '../../catalogue/connect-organizer.js';
import { getOrganizer, type SetOrganizerInput, setOrganizerPages } from '../../catalogue/organizer-pages.js';
import * as schemas from '../../catalogue/schemas.js';
import type { Cli } from '../support/verb.js';

type Organizer = z.output<typeof schemas.organizer>;

type Connected = z.output<typeof schemas.paymentAccount>;

export function declareArea(organizer: Command, cli: Cli): void {
  addConnectVerb(organizer, cli);
  const set = organizer
    .command('set')
    .argument('<source>', 'stable name of the source of the events')
    .option('--contact-email <address>', 'where buyers ask')
    .option('--logo-url <url>', 'https: only')
    .option('--terms-url <url>')
    .option('--privacy-url <url>')
    .option('--refunds-url <url>', 'its rules for refunds')
    .description('Sets what buyers read about an organizer. An empty value removes one.');
  cli.verb(set, {
    json: schemas.organizer,
    run: async ({ ctx }, source: string, options: Omit<SetOrganizerInput, 'source'>) =>
      await setOrganizerPages(ctx, { source, ...options }),
    text: (found, session) => session.say(describe(found)),
  });

  const show = organizer.command('show').argument('<source>', 'stable name of the source of the events');
  cli.verb(show.description('Shows what buyers read about an organizer.'), {
    json: schemas.organizer,
    run: ({ ctx }, source: string) => getOrganizer(ctx, source),
    text: (found, session) => session.say(describe(found)),
  });
}

function addConnectVerb(organizer: Command, cli: Cli): void {
  const connect = organizer
    .command('connect')
    .argument('<source>', 'stable name of the source of the events')
    .option('--account <id>', 'an account that the organizer has with Stripe already: acct_…')
    .option('--country <code>', 'of a new account, two letters; without it the organizer chooses')
    .description(
      'Gives an organizer an account that charges cards, and shows what it lacks. Repeat it for the current state and a new link.',
    );
  cli.verb(connect, {
    json: schemas.paymentAccount,
    run: async ({ ctx }, source: string, options: Omit<ConnectInput, 'source'>) => {
      const { account, ...rest } = await connectOrganizer(ctx, { source, ...options });
      return { ...{ ...account, ...rest }, account: account.id };
    },
    text: (found, session) => session.say(describeConnected(found)),
  });
}

function describeConnected({ source, mode, account, link, requirements, ...rest }: Connected): string {
  return [
    `${source}: ${account}${mode === 'test' ? ' of the test mode: it takes test orders' : ''}`,
    `takes cards: ${rest.charges_enabled ? 'yes' : 'no'}${rest.disabled_reason ? ` (${rest.disabled_reason})` : ''}`,
    `is paid out: ${rest.payouts_enabled ? 'yes' : 'no'}`,
    `currency: ${rest.currency ?? 'not known yet'}`,
    `country: ${rest.country ?? 'not known yet'}`,
    `missing: ${requirements.length === 0 ? 'nothing' : requirements.join(', ')}`,
    ...(link === null ? [] : [`the organizer gives it here, within minutes: ${link}`]),
  ].join('\n');
}

function describe({ source, ...rest }: Organizer): string {
  const lines = Object.entries(rest).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`);
  return [source, ...lines].join('\n');
}
