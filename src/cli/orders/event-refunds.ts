import type { Command } from 'commander';
import { listEventRefunds, pauseEventRefunds, resumeEventRefunds } from '../../orders/event-refunds.js';
import * as schemas from '../../orders/schemas.js';
import { wholeNumberFrom } from '../support/options.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

export function declareArea(area: Command, cli: Cli): void {
  const list = area
    .command('list')
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50)
    .description(
      'Cancelled events that had sold tickets: when their refunds start, and how many orders were refunded.',
    );
  cli.verb(list, {
    json: listOf('events', schemas.eventRefunds),
    run: async ({ ctx }, { limit }: { limit: number }) => ({ events: await listEventRefunds(ctx, limit) }),
    text: ({ events }, session) =>
      session.table(['EVENT', 'NAME', 'STATE', 'START', 'TO REFUND', 'REFUNDED', 'PAUSED', 'BY'], events, [
        ...(['event_id', 'event_name'] as const),
        ({ state, paused_at }) => (state === 'open' && paused_at ? 'paused' : state),
        ...(['due_at', 'waiting', 'refunded', 'paused_at', 'paused_by'] as const),
      ]),
  });

  const pause = area.command('pause').argument('<event>', 'id of the event');
  cli.act(pause.description('Pauses the refunds of a cancelled event. Refunds that were made are still sent.'), {
    run: ({ ctx }, id) => pauseEventRefunds(ctx, id),
    text: (id) => `the refunds of ${id} are paused`,
  });

  const resume = area
    .command('resume')
    .argument('<event>', 'id of the event')
    .option('--now', 'start at once, even if they are due later')
    .description('Resumes the refunds of a cancelled event: they start when they are due.');
  cli.act(resume, {
    run: ({ ctx }, id, { now = false }: { now?: boolean }) => resumeEventRefunds(ctx, id, { now }),
    text: (id) => `the refunds of ${id} are resumed`,
  });
}
