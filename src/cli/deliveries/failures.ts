import type { Command } from 'commander';
import type { z } from 'zod';
import { listFailing, listRetrying } from '../../deliveries/endpoints/alerts.js';
import { getEndpoint } from '../../deliveries/endpoints/list-endpoints.js';
import { endpointStanding, failingEndpoint, retryingEndpoint } from '../../deliveries/endpoints/schemas.js';
import { readEndpointStatus } from '../../deliveries/rounds.js';
import type { EndpointKind } from '../../deliveries/rules/endpoint.js';
import { statusText } from '../../deliveries/rules/round.js';
import { wholeNumberFrom } from '../support/options.js';
import { printable } from '../support/print.js';
import type { Session } from '../support/session.js';
import { instantText, listOf, snake } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { kindOption } from './options.js';

type Shown = Pick<
  z.output<typeof failingEndpoint>,
  'id' | 'company_name' | 'mode' | 'url' | 'failing_since' | 'last_failure' | 'waiting'
>;

/** @param own the state and the columns before the URL, whose titles are `headings`. */
function showEndpoints<One extends Shown>(
  session: Session,
  endpoints: readonly One[],
  headings: string[],
  own: (endpoint: One) => { state: string; cells: string[] },
): void {
  if (endpoints.length === 0) {
    session.say('None.');
    return;
  }
  session.table(
    ['ID', 'COMPANY', 'MODE', 'STATE', 'FAILING SINCE', 'CLASS', 'WAITING', ...headings, 'URL'],
    endpoints.map((endpoint) => {
      const { id, company_name: company, mode, url, waiting } = endpoint;
      const { state, cells } = own(endpoint);
      const failure = [instantText(endpoint.failing_since), endpoint.last_failure ?? ''];
      return [id, printable(company), mode, state, ...failure, String(waiting), ...cells, url];
    }),
  );
}

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
      failing: (await listFailing(ctx, options)).map(snake),
      retrying: (await listRetrying(ctx, options)).map(snake),
    }),
    text({ failing: only, retrying }, session) {
      showEndpoints(session, only, ['HELD', 'OLDEST'], ({ disabled, held, oldest }) => ({
        state: disabled ? 'disabled' : 'failing',
        cells: [String(held), instantText(oldest)],
      }));
      session.say('\nDeliveries wait for a further attempt:');
      showEndpoints(session, retrying, ['ATTEMPT', 'NEXT'], ({ state, attempt, next_attempt_at: next }) => ({
        state,
        cells: [String(attempt ?? ''), instantText(next)],
      }));
    },
  });

  const show = noun.command('show').argument('<id>', 'id of a webhook or postback');
  cli.verb(show.description('What waits at an endpoint for a further attempt, as its workflow says it.'), {
    json: endpointStanding,
    run: async ({ ctx }, id: string) => {
      await getEndpoint(ctx, id);
      const standing = await readEndpointStatus(ctx, id);
      const { state, waiting, next, oldest } = standing;
      return {
        ...{ id, state, waiting, oldest, next_attempt_at: next?.at ?? null },
        text: statusText(standing, { ended: null, command: null }),
      };
    },
    text: (found, session) => session.say(found.text.replaceAll('\n\n', '\n')),
  });
}
