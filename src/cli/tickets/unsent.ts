import type { Command } from 'commander';
import { z } from 'zod';
import * as schemas from '../../tickets/schemas.js';
import { listUnsent } from '../../tickets/unsent-mails.js';
import { wholeNumberFrom } from '../support/options.js';
import { instantText, snake } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

/** The verb that finds orders whose buyers did not get their mail. */
export function addUnsentVerb(tickets: Command, cli: Cli): void {
  const unsent = tickets
    .command('unsent')
    .option('--minutes <n>', 'those that have been tried for so long', wholeNumberFrom(0, 43_200), 15)
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 10_000), 100)
    .description(
      'Mails to buyers that are still tried, and those refused or given up within thirty days, newest first.',
    );
  cli.verb(unsent, {
    json: z.object({ mails: z.array(schemas.unsentMail) }),
    run: async ({ ctx }, of: { minutes: number; limit: number }) => ({ mails: (await listUnsent(ctx, of)).map(snake) }),
    text: ({ mails }, session) =>
      session.table(
        ['ORDER', 'MAIL', 'KIND', 'STATE', 'ATTEMPTS', 'REPLY', 'QUEUED', 'ENDED'],
        mails.map((one) => [
          one.order_id,
          one.id,
          one.kind,
          one.state,
          String(one.attempts),
          one.answer === null ? '' : String(one.answer),
          instantText(one.created_at),
          instantText(one.ended_at),
        ]),
      ),
  });
}
