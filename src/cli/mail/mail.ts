import { Argument, type Command, Option } from 'commander';
import { z } from 'zod';
import { DAY } from '../../core/time.js';
import { languages } from '../../tickets/messages/messages.js';
import { listedMail } from '../../tickets/schemas.js';
import { listMails } from '../../tickets/sql/refused-mails.js';
import { resendRefused } from '../../tickets/unsent-mails.js';
import { instant as instantOption, wholeNumberFrom } from '../support/options.js';
import { count, instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { SAMPLE_MAILS } from './sample-mails.js';

/** How long ended mails are kept. */
const KNOWN_DAYS = 30;

/** The verbs on outgoing mail. */
export function addMailVerbs(mail: Command, cli: Cli): void {
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
    .option('--refused', 'those that the mail server refused for good', false)
    .option('--since <instant>', `when they were queued, or refused (default: ${KNOWN_DAYS} days ago)`, instantOption)
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 10_000), 100)
    .description('Mails that the mail server has not taken yet, or has refused, newest first. Never an address.');
  cli.verb(list, {
    json: z.object({ mails: z.array(listedMail) }),
    run: async ({ ctx }, { refused, since, limit }: { refused: boolean; since?: Date; limit: number }) => {
      const known = new Date(ctx.clock.now().getTime() - KNOWN_DAYS * DAY);
      const of = { state: refused ? 'refused' : 'queued', since: since ?? known, limit } as const;
      return { mails: (await listMails(ctx.sql, of)).map(snake) };
    },
    text: ({ mails }, session) =>
      session.table(
        ['MAIL', 'ORDER', 'REASON', 'REPLY', 'QUEUED', 'ENDED'],
        mails.map((one) => [
          one.id,
          one.order_id ?? '',
          one.reason,
          one.answer === null ? '' : String(one.answer),
          instantText(one.created_at),
          instantText(one.ended_at),
        ]),
      ),
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
