import type { Command } from 'commander';
import { z } from 'zod';
import { listNotices, NOTICE_ORDERS, type NoticeOrder, orderNotice } from '../../tickets/notices.js';
import * as schemas from '../../tickets/schemas.js';
import { wholeNumberFrom } from '../support/options.js';
import { instantText, snake, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const WORDS: Record<NoticeOrder, string> = {
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
        ['NOTICE', 'EVENT', 'KIND', 'STATE', 'TOLD', 'CHANGED', 'TELLS', 'ENDED'],
        notices.map((one) => [
          one.id,
          one.event_id,
          one.kind,
          one.state,
          String(one.told),
          instantText(one.changed_at),
          instantText(one.tell_at),
          instantText(one.ended_at),
        ]),
      ),
  });

  for (const order of Object.keys(NOTICE_ORDERS) as NoticeOrder[]) {
    const verb = notice.command(order).argument('<id>', 'id of the notice (ntc_…)').description(WORDS[order]);
    cli.verb(verb, {
      json: z.object({ id: text }),
      async run({ ctx }, id: string) {
        await temporal().withTemporal(ctx, (client) => orderNotice(ctx, client, { id, order }));
        return { id };
      },
      text: ({ id }, session) => session.say(`${id}: ${order}`),
    });
  }
}
