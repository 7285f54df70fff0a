import type { Command } from 'commander';
import {
  ANNOUNCEMENT_COMMANDS,
  type AnnouncementCommand,
  commandAnnouncement,
  listAnnouncements,
} from '../../tickets/announcements.js';
import * as schemas from '../../tickets/schemas.js';
import { wholeNumberFrom } from '../support/options.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const WORDS: Record<AnnouncementCommand, string> = {
  pause: 'Pauses an announcement; mails that are queued are still sent.',
  resume: 'Continues a paused announcement.',
  stop: 'Stops an announcement: buyers who have no mail yet get none.',
};

/** Loaded on use: Temporal's client takes as long to load as most commands take to run. */
const temporal = (): typeof import('../support/with-temporal.js') => require('../support/with-temporal.js');

export function declareArea(announcement: Command, cli: Cli): void {
  const list = announcement
    .command('list')
    .option('--event <event>', 'only those of this event')
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50)
    .description('Cancelled, postponed and moved events, and how many orders got the mail, newest first.');
  cli.verb(list, {
    json: listOf('announcements', schemas.eventAnnouncement),
    run: async ({ ctx }, { event, limit }: { event?: string; limit: number }) => ({
      announcements: await listAnnouncements(ctx, { eventId: event, limit }),
    }),
    text: ({ announcements }, session) =>
      session.table(
        ['ANNOUNCEMENT', 'EVENT', 'KIND', 'STATE', 'QUEUED', 'CHANGED', 'SENDS AT', 'ENDED'],
        announcements,
        ['id', 'event_id', 'kind', 'state', 'queued', 'changed_at', 'announce_at', 'ended_at'],
      ),
  });

  for (const command of Object.keys(ANNOUNCEMENT_COMMANDS) as AnnouncementCommand[]) {
    const verb = announcement
      .command(command)
      .argument('<id>', 'id of the announcement (ann_…)')
      .description(WORDS[command]);
    cli.act(verb, {
      run: ({ ctx }, id) => temporal().withTemporal(ctx, (client) => commandAnnouncement(ctx, client, { id, command })),
      text: (id) => `${id}: ${command}`,
    });
  }
}
