import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { getDelivery } from '../../deliveries/list-deliveries.js';
import { redeliver, replayDeliveries } from '../../deliveries/redeliver.js';
import { retryNow } from '../../deliveries/retry-now.js';
import { DELIVERY_STATES, type DeliveryState, toWireState } from '../../deliveries/rules/delivery.js';
import type { EndpointKind } from '../../deliveries/sql/delivery-endpoints.js';
import { stopDelivery } from '../../deliveries/stop-delivery.js';
import { instant } from '../support/options.js';
import { count, text } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { assertKind } from './endpoint.js';

/** What can be replayed: everything that has ended. */
const ENDED = DELIVERY_STATES.filter((state) => state !== 'pending');

const DONE = z.object({ id: text, state: text });

/** The verbs that act on one delivery. */
export function addDeliveryActions(noun: Command, cli: Cli): void {
  const again = noun.command('redeliver').argument('<delivery>');
  cli.verb(again.description('Sends an ended delivery again: same id, same bytes, the whole schedule.'), {
    json: DONE,
    async run({ ctx }, id: string) {
      await redeliver(ctx, id);
      return { id, state: 'pending' };
    },
    text: (_done, session) => session.say('started'),
  });

  const hurry = noun.command('retry-now').argument('<delivery>');
  cli.verb(hurry.description('Makes the next attempt of a delivery now.'), {
    json: DONE,
    async run({ ctx }, id: string) {
      const before = await getDelivery(ctx, id);
      await retryNow(ctx, id);
      return { id, state: toWireState(before) };
    },
    text: (_done, session) => session.say('retrying now'),
  });

  const stop = noun.command('stop').argument('<delivery>');
  cli.verb(stop.description('Stops a delivery: no further attempt is made.'), {
    json: DONE,
    run: async ({ ctx }, id: string) => ({
      id,
      state: await stopDelivery(ctx, id),
    }),
    text: ({ state }, session) => session.say(state),
  });
}

/** The verb that sends again what an endpoint missed. */
export function addReplayVerb(noun: Command, kind: EndpointKind, cli: Cli): void {
  const replay = noun
    .command('replay')
    .argument('<id>', `id of the ${kind}`)
    .requiredOption('--since <instant>', 'created at or after this, such as 2026-11-02T09:00:00Z', instant)
    .addOption(stateOption('only these; repeatable (default: failed, held)', ENDED))
    .description('Redelivers what failed or was held since an instant, oldest first.');
  cli.verb(replay, {
    json: z.object({ id: text, deliveries: count }),
    run: async ({ ctx, session }, id: string, { since, state }: { since: Date; state?: DeliveryState[] }) => {
      const progress = session.progress();
      const report = (soFar: number) => progress.show(`${soFar} deliveries …`);
      await assertKind(ctx, kind, id);
      const deliveries = await replayDeliveries(ctx, { endpointId: id, since, states: state }, report);
      progress.clear();
      return { id, deliveries };
    },
    text: ({ deliveries }, session) => session.say(`${deliveries} deliveries started`),
  });
}

/** `--state`, which is repeatable. */
export function stateOption<State extends string>(text: string, states: readonly State[]): Option {
  // The help shows the choices; commander's own check would keep only the last of several values.
  return new Option('--state <state>', text)
    .choices(states)
    .argParser((value: string, before: State[] = []): State[] => {
      const found = states.find((state) => state === value);
      if (!found) throw new InvalidArgumentError(`must be one of ${states.join(', ')}.`);
      return [...before, found];
    });
}
