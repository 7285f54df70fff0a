import type { Command } from 'commander';
import { z } from 'zod';
import { commandNotice, listNotices, NOTICE_COMMANDS, type NoticeCommand } from '../../tickets/notices.js';
import * as schemas from '../../tickets/schemas.js';
import { wholeNumberFrom } from '../support/options.js';
import { instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const WORDS: Record<NoticeCommand, string> = {
  pause: 'Pauses an announcement; mails that are queued are still sent.',
  resume: 'Continues a paused announcement.',
  stop: 'Stops an announcement: buyers who have no mail yet get none.',
};

/** Loaded on use: Temporal's client takes as long to load as most commands take to run. */
const temporal = (): typeof import('../support/with-temporal.js') => require('../support/with-temporal.js');

/** The verbs on changes of events that their buyers are notified of. */
export function addNoticeVerbs(notice: Command, cli: Cli): void {
  const list = notice
    .command('list')
    .option('--event <event>', 'only those of this event')
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50)
    .description('Cancelled, postponed and moved events, and how many orders got the mail, newest first.');
  cli.verb(list, {
    json: z.object({ notices: z.array(schemas.eventNotice) }),
    run: async ({ ctx }, { event, limit }: { event?: string; limit: number }) => ({
      notices: (await listNotices(ctx, { eventId: event, limit })).map(snake),
    }),
    text: ({ notices }, session) =>
      session.table(
        ['NOTICE', 'EVENT', 'KIND', 'STATE', 'QUEUED', 'CHANGED', 'SENDS AT', 'ENDED'],
        notices.map((one) => [
          one.id,
          one.event_id,
          one.kind,
          one.state,
          String(one.queued),
          instantText(one.changed_at),
          instantText(one.announce_at),
          instantText(one.ended_at),
        ]),
      ),
  });

  for (const command of Object.keys(NOTICE_COMMANDS) as NoticeCommand[]) {
    const verb = notice.command(command).argument('<id>', 'id of the notice (ntc_…)').description(WORDS[command]);
    cli.verb(verb, {
      json: z.object({ id: text }),
      async run({ ctx }, id: string) {
        await temporal().withTemporal(ctx, (client) => commandNotice(ctx, client, { id, command }));
        return { id };
      },
      text: ({ id }, session) => session.say(`${id}: ${command}`),
    });
  }
}
