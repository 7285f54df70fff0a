import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import { languages } from '../../core/locales/messages.js';
import { undeliveredMail } from '../../tickets/schemas.js';
import { listUndeliveredMails, resendRefused } from '../../tickets/unsent-mails.js';
import { instant as instantOption, wholeNumberFrom } from '../support/options.js';
import { count, listOf, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { SAMPLE_MAILS } from './sample-mails.js';

export function declareArea(mail: Command, cli: Cli): void {
  addListVerb(mail, cli);
  addResendVerb(mail, cli);
  const preview = mail
    .command('preview')
    .addArgument(new Argument('<mail>', 'which one').choices(Object.keys(SAMPLE_MAILS)))
    .addOption(new Option('--language <language>', 'for mails to buyers').choices(languages()).default('en'))
    .option('--html', 'its HTML part instead of its text')
    .description('Prints a mail as we would send it, with invented names.');
  cli.plain(preview, {
    json: z.object({ subject: text, text, html: text }),
    run: async (_session, name: string, { language }: { language: string; html?: boolean }) => {
      const { composeMail } =
        require('../../platform/mail/compose.js') as typeof import('../../platform/mail/compose.js');
      const letter = SAMPLE_MAILS[name]?.(language);
      if (!letter) throw new Error(`there is no mail ${name}`);
      return composeMail(letter);
    },
    text({ subject, text: words, html }, session) {
      const asHtml = preview.opts<{ html?: boolean }>().html === true;
      session.say(asHtml ? html : `${subject}\n\n${words}`);
    },
  });
}

function addListVerb(mail: Command, cli: Cli): void {
  const list = mail
    .command('list')
    .option('--refused', 'only those that the mail server refused for good', false)
    .option('--minutes <n>', 'those that have been tried for so long', wholeNumberFrom(0, 43_200), 15)
    .option('--since <instant>', 'when the others were refused or given up (default: 30 days ago)', instantOption)
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 10_000), 100)
    .description(
      'Mails that are late, were refused or were given up, and that no later mail replaced, newest first. Never an address.',
    );
  cli.verb(list, {
    json: listOf('mails', undeliveredMail),
    run: async ({ ctx }, of: { refused: boolean; minutes: number; since?: Date; limit: number }) => ({
      mails: await listUndeliveredMails(ctx, { ...of, refusedOnly: of.refused }),
    }),
    text: ({ mails }, session) =>
      session.table(['MAIL', 'ORDER', 'REASON', 'STATE', 'ATTEMPTS', 'REPLY', 'QUEUED', 'ENDED'], mails, [
        'id',
        'order_id',
        'reason',
        'state',
        'attempts',
        'answer',
        'created_at',
        'ended_at',
      ]),
  });
}

function addResendVerb(mail: Command, cli: Cli): void {
  const resend = mail
    .command('resend')
    .requiredOption('--since <instant>', 'those that were refused since then', instantOption)
    .description(
      'Sends refused mails to buyers again, to the same addresses with the same codes. Members request dashboard mails themselves.',
    );
  cli.verb(resend, {
    json: z.object({ orders: count }),
    run: async ({ ctx }, { since }: { since: Date }) => ({ orders: await resendRefused(ctx, since) }),
    text: ({ orders }, session) => session.say(`The mails of ${orders} orders are sent again.`),
  });
}
