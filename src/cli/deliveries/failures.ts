import type { Command } from 'commander';
import type { z } from 'zod';
import { listRetrying } from '../../deliveries/endpoints/alerts.js';
import { getEndpoint } from '../../deliveries/endpoints/list-endpoints.js';
import { endpointStanding, failingEndpoint, retryingEndpoint } from '../../deliveries/endpoints/schemas.js';
import { readEndpointStatus } from '../../deliveries/rounds.js';
import type { EndpointKind } from '../../deliveries/rules/endpoint.js';
import { statusText } from '../../deliveries/rules/round.js';
import { listFailingEndpoints } from '../../deliveries/sql/failing-endpoints.js';
import { wholeNumberFrom } from '../support/options.js';
import type { Column } from '../support/print.js';
import { listOf } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { kindOption } from './options.js';

type Shown = z.output<typeof failingEndpoint> | z.output<typeof retryingEndpoint>;

/** The columns that both tables begin with. */
const HEADINGS = ['ID', 'COMPANY', 'MODE', 'STATE', 'FAILING SINCE', 'CLASS', 'WAITING'];
const COLUMNS: Column<Shown>[] = [
  ...(['id', 'company_name', 'mode'] as const),
  (endpoint) => ('state' in endpoint ? endpoint.state : endpoint.disabled ? 'disabled' : 'failing'),
  ...(['failing_since', 'last_failure', 'waiting'] as const),
];

export function addFailureVerbs(noun: Command, cli: Cli): void {
  const failing = noun
    .command('failing')
    .addOption(kindOption())
    .option('--limit <n>', 'maximum number shown of each kind', wholeNumberFrom(1, 1_000), 50)
    .description(
      'Endpoints of all companies that only fail or were disabled for it, and those where deliveries wait for a further attempt, the longest failing first.',
    );
  cli.verb(failing, {
    json: listOf('failing', failingEndpoint).extend(listOf('retrying', retryingEndpoint).shape),
    run: async ({ ctx }, options: { limit: number; kind?: EndpointKind }) => ({
      failing: await listFailingEndpoints(ctx.sql, options),
      retrying: await listRetrying(ctx, options),
    }),
    text({ failing: only, retrying }, session) {
      if (only.length === 0) session.say('None.');
      else session.table([...HEADINGS, 'HELD', 'OLDEST', 'URL'], only, [...COLUMNS, 'held', 'oldest', 'url']);
      session.say('\nDeliveries wait for a further attempt:');
      if (retrying.length === 0) session.say('None.');
      else
        session.table([...HEADINGS, 'ATTEMPT', 'NEXT', 'URL'], retrying, [
          ...COLUMNS,
          'attempt',
          'next_attempt_at',
          'url',
        ]);
    },
  });

  const show = noun.command('show').argument('<id>', 'id of a webhook or postback');
  cli.verb(show.description('What waits at an endpoint for a further attempt, as its workflow says it.'), {
    json: endpointStanding,
    run: async ({ ctx }, id: string) => {
      await getEndpoint(ctx, id);
      const standing = await readEndpointStatus(ctx, id);
      const text = statusText(standing, { ended: null, command: null });
      return { ...standing, id, nextAttemptAt: standing.next?.at ?? null, text };
    },
    text: (found, session) => session.say(found.text.replaceAll('\n\n', '\n')),
  });
}
