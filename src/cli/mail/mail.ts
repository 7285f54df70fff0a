import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { SAMPLE_MAILS } from './sample-mails.js';

/** The verbs on outgoing mail. */
export function addMailVerbs(mail: Command, cli: Cli): void {
  const preview = mail
    .command('preview')
    .addArgument(new Argument('<mail>', 'which one').choices(Object.keys(SAMPLE_MAILS)))
    .option('--language <language>', 'such as de, for mails to buyers', 'en')
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
