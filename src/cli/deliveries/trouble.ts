import type { Command } from 'commander';
import { z } from 'zod';
import { replayDeliveries } from '../../deliveries/redeliver.js';
import { retryWaiting } from '../../deliveries/retry-now.js';
import { readEndpointStatus } from '../../deliveries/rounds.js';
import { DELIVERY_STATES, type DeliveryState } from '../../deliveries/rules/delivery.js';
import type { EndpointKind } from '../../deliveries/rules/endpoint-kind.js';
import { statusText } from '../../deliveries/rules/round.js';
import { listFailing, listTroubled } from '../../endpoints/alerts.js';
import { getEndpoint } from '../../endpoints/list-endpoints.js';
import { failingEndpoint, troubledEndpoint } from '../../endpoints/schemas.js';
import { instant, wholeNumberFrom } from '../support/options.js';
import { printable } from '../support/print.js';
import type { Session } from '../support/session.js';
import { count, instantText, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { kindOption, stateOption } from './options.js';

/** The states that can be replayed. */
const ENDED = DELIVERY_STATES.filter((state) => state !== 'pending');

const limited = (verb: Command): Command =>
  verb.option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50);

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

/** The verbs that show waiting deliveries of endpoints and send them. */
export function addTroubleVerbs(noun: Command, cli: Cli): void {
  const failing = limited(noun.command('failing').addOption(kindOption()));
  cli.verb(failing.description('Endpoints of all companies that only fail, worst first.'), {
    json: z.object({ endpoints: z.array(failingEndpoint) }),
    run: async ({ ctx }, options: { limit: number; kind?: EndpointKind }) => ({
      endpoints: (await listFailing(ctx, options)).map(snake),
    }),
    text: ({ endpoints }, session) =>
      showEndpoints(session, endpoints, ['HELD', 'OLDEST'], ({ disabled, held, oldest }) => ({
        state: disabled ? 'disabled' : 'failing',
        cells: [String(held), instantText(oldest)],
      })),
  });

  const troubled = limited(noun.command('troubled')).description(
    'Endpoints for which deliveries wait for a further attempt, the longest failing first.',
  );
  cli.verb(troubled, {
    json: z.object({ endpoints: z.array(troubledEndpoint) }),
    run: async ({ ctx }, { limit }: { limit: number }) => ({
      endpoints: (await listTroubled(ctx, limit)).map(snake),
    }),
    text: ({ endpoints }, session) =>
      showEndpoints(session, endpoints, ['ATTEMPT', 'NEXT'], ({ state, attempt, next_attempt_at: next }) => ({
        state,
        cells: [String(attempt ?? ''), instantText(next)],
      })),
  });

  const show = noun.command('show').argument('<id>', 'id of a webhook or postback');
  cli.verb(show.description('What waits at an endpoint for a further attempt, as its workflow says it.'), {
    json: z.object({
      id: text,
      state: text,
      waiting: z.array(z.object({ attempt: count, count })),
      next_attempt_at: textOrNull,
      /** Ids, the oldest first. */
      oldest: z.array(text),
      text,
    }),
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

  const retry = noun.command('retry-now').argument('<id>', 'id of a webhook or postback');
  cli.verb(retry.description('Makes the next attempt of everything that waits at an endpoint now.'), {
    json: z.object({ id: text, deliveries: count }),
    run: async ({ ctx }, id: string) => ({ id, deliveries: await retryWaiting(ctx, id) }),
    text: ({ deliveries }, session) => session.say(`retrying ${deliveries} deliveries now`),
  });

  const replay = noun
    .command('replay')
    .argument('<id>', 'id of a webhook or postback')
    .requiredOption('--since <instant>', 'created at or after this, such as 2026-11-02T09:00:00Z', instant)
    .addOption(stateOption('only these; repeatable (default: failed, held)', ENDED))
    .description('Redelivers what failed or was held since an instant, oldest first.');
  cli.verb(replay, {
    json: z.object({ id: text, deliveries: count }),
    run: async ({ ctx, session }, id: string, { since, state }: { since: Date; state?: DeliveryState[] }) => {
      const progress = session.progress();
      const report = (soFar: number) => progress.show(`${soFar} deliveries …`);
      await getEndpoint(ctx, id);
      const deliveries = await replayDeliveries(ctx, { endpointId: id, since, states: state }, report);
      progress.clear();
      return { id, deliveries };
    },
    text: ({ deliveries }, session) => session.say(`${deliveries} deliveries started`),
  });
}
