import type { Command } from 'commander';
import { z } from 'zod';
import { retryWaiting } from '../../deliveries/retry-now.js';
import { readStanding } from '../../deliveries/rounds.js';
import { standingWords } from '../../deliveries/rules/round.js';
import { listTroubled } from '../../endpoints/alerts.js';
import { getEndpoint } from '../../endpoints/list-endpoints.js';
import { wholeNumberFrom } from '../support/options.js';
import { printable } from '../support/print.js';
import { count, countOrNull, instantOrNull, instantText, snake, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';

const TROUBLED = z.object({
  id: text,
  company_id: text,
  company_name: text,
  mode: text,
  url: text,
  /** `retrying`: it takes some; `failing`; `probed`: so many failures in a row that it gets few first attempts; `closed`. */
  state: text,
  failing_since: instantOrNull,
  /** Class of the last failure (docs/webhooks.md). */
  last_failure: textOrNull,
  /** Deliveries that wait for a further attempt. */
  waiting: count,
  /** The furthest of these attempts, 2 to 8. */
  attempt: countOrNull,
  /** When the first of them is due. */
  next_attempt_at: instantOrNull,
});

/** The area `endpoint`: what is in trouble, and what waits there. */
export function addEndpointArea(noun: Command, cli: Cli): void {
  const troubled = noun
    .command('troubled')
    .option('--limit <n>', 'maximum number shown', wholeNumberFrom(1, 1_000), 50)
    .description('Endpoints for which deliveries wait for a further attempt, the longest failing first.');
  cli.verb(troubled, {
    json: z.object({ endpoints: z.array(TROUBLED) }),
    run: async ({ ctx }, { limit }: { limit: number }) => ({
      endpoints: (await listTroubled(ctx, limit)).map((one) => snake(one)),
    }),
    text({ endpoints }, session) {
      if (endpoints.length === 0) return session.say('None.');
      session.table(
        ['ID', 'COMPANY', 'MODE', 'STATE', 'FAILING SINCE', 'CLASS', 'WAITING', 'ATTEMPT', 'NEXT', 'URL'],
        endpoints.map((one) => [
          one.id,
          printable(one.company_name),
          one.mode,
          one.state,
          instantText(one.failing_since),
          one.last_failure ?? '',
          String(one.waiting),
          String(one.attempt ?? ''),
          instantText(one.next_attempt_at),
          one.url,
        ]),
      );
    },
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
      const standing = await readStanding(ctx, id);
      const { state, waiting, next, oldest } = standing;
      return {
        ...{ id, state, waiting, oldest, next_attempt_at: next?.at ?? null },
        text: standingWords(standing, { ended: null, command: null }),
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
}
