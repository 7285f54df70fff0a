import type { Command } from 'commander';
import { z } from 'zod';
import { getOrganizer, type SetOrganizerInput, setOrganizerPages } from '../../catalogue/organizer-pages.js';
import { snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const ORGANIZER = z.object({
  source: text,
  name: textOrNull,
  contact_email: textOrNull,
  logo_url: textOrNull,
  terms_url: textOrNull,
  privacy_url: textOrNull,
  refunds_url: textOrNull,
});
type Organizer = z.output<typeof ORGANIZER>;

export function addOrganizerVerbs(organizer: Command, cli: Cli): void {
  const set = organizer
    .command('set')
    .argument('<source>', 'stable name of the source of the events')
    .option('--contact-email <address>', 'where buyers ask')
    .option('--logo-url <url>', 'https: only')
    .option('--terms-url <url>')
    .option('--privacy-url <url>')
    .option('--refunds-url <url>', 'its rules for refunds')
    .description('Sets what buyers are told of an organizer. An empty value takes one away.');
  cli.verb(set, {
    json: ORGANIZER,
    run: async ({ ctx }, source: string, options: Omit<SetOrganizerInput, 'source'>) =>
      snake(await setOrganizerPages(ctx, { source, ...options })),
    text: (found, session) => session.say(describe(found)),
  });

  const show = organizer.command('show').argument('<source>', 'stable name of the source of the events');
  cli.verb(show.description('Shows what buyers are told of an organizer.'), {
    json: ORGANIZER,
    run: async ({ ctx }, source: string) => snake(await getOrganizer(ctx, source)),
    text: (found, session) => session.say(describe(found)),
  });
}

function describe({ source, ...rest }: Organizer): string {
  const lines = Object.entries(rest).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`);
  return [source, ...lines].join('\n');
}
