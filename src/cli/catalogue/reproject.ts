import type { Command } from 'commander';
import { z } from 'zod';
import { reprojectChanges } from '../../catalogue/project-changes.js';
import { count } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function addReproject(catalogue: Command, cli: Cli): void {
  const reproject = catalogue
    .command('reproject')
    .description('Rebuilds every listing after a change of the read model. You can interrupt and repeat it safely.');
  cli.verb(reproject, {
    json: z.object({
      events: count,
      /** Listings that changed for partners, who are notified. */
      changed: count,
    }),
    async run({ ctx, session }) {
      const progress = session.progress();
      const done = await reprojectChanges(ctx, ({ events, of }) => progress.show(`${events} of ${of} events`));
      progress.clear();
      return done;
    },
    text: ({ events, changed }, session) => session.say(`${events} listings rebuilt, ${changed} of them changed`),
  });
}
