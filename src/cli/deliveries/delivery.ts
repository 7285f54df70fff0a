import type { Command } from 'commander';
import { z } from 'zod';
import { getEndpoint } from '../../deliveries/endpoints/list-endpoints.js';
import { getDelivery, listDeliveries } from '../../deliveries/list-deliveries.js';
import { replayDeliveries, replayDelivery } from '../../deliveries/replay.js';
import { retryNow, retryWaiting } from '../../deliveries/retry-now.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  toWireState,
  WIRE_STATES,
  type WireState,
} from '../../deliveries/rules/delivery.js';
import { attempt, delivery, startedDeliveries } from '../../deliveries/schemas.js';
import { countDeliveries, type DeliveryRow } from '../../deliveries/sql/deliveries.js';
import { stopDelivery } from '../../deliveries/stop-delivery.js';
import { UsageError } from '../support/failure.js';
import { instant, wholeNumber } from '../support/options.js';
import type { Column } from '../support/print.js';
import { count, listOf, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { stateOption } from './options.js';

/** `waits_for`: `first_attempt`, by a sender; `retry`, when it is due; null: it has ended. */
const DELIVERY = delivery.extend({ waits_for: textOrNull });

const HEADINGS = ['ID', 'TYPE', 'WHAT', 'EVENT', 'STATE', 'WAITS FOR', 'ATTEMPT', 'LAST', 'NEXT', 'CREATED'];
const COLUMNS: Column<z.output<typeof DELIVERY>>[] = [
  ...(['id', 'type', 'what', 'event_id', 'state'] as const),
  ({ waits_for }) => waits_for?.replace('_', ' '),
  ({ attempt, run }) => `${attempt}${run > 1 ? ` (run ${run})` : ''}`,
  ...(['last_outcome', 'next_attempt_at', 'created_at'] as const),
];

/** The states that can be sent again. */
const ENDED = DELIVERY_STATES.filter((state) => state !== 'pending');

interface ReplayOptions {
  endpoint?: string;
  since?: Date;
  state?: DeliveryState[];
}

export function declareArea(noun: Command, cli: Cli): void {
  const list = noun
    .command('list')
    .requiredOption('--endpoint <id>', 'id of a webhook or postback')
    .addOption(stateOption('only these; repeatable', WIRE_STATES))
    .option('--limit <n>', 'maximum number shown', wholeNumber, 50)
    .description('Deliveries of an endpoint, newest first.');
  cli.verb(list, {
    // `counts`: of all deliveries, by state.
    json: listOf('deliveries', DELIVERY).extend({ counts: z.record(text, count) }),
    run: async ({ ctx }, options: { endpoint: string; state?: WireState[]; limit: number }) => {
      const { id: endpointId } = await getEndpoint(ctx, options.endpoint);
      const limit = Math.min(options.limit, 1_000);
      const found = await listDeliveries(ctx, { endpointId, states: options.state, limit });
      const counts = (await countDeliveries(ctx.sql, endpointId)).map((counted) => [counted.state, counted.count]);
      return { deliveries: found.map(present), counts: Object.fromEntries(counts) };
    },
    text({ deliveries: found, counts }, session) {
      session.table(HEADINGS, found, COLUMNS);
      const all = Object.entries(counts).map(([state, number]) => `${number} ${state}`);
      session.note(`${found.length} shown, newest first. In total: ${all.join(', ') || 'none'}.`);
    },
  });

  const show = noun.command('show').argument('<delivery>');
  cli.verb(show.description('One delivery with every attempt and its response.'), {
    json: DELIVERY.extend({ attempts: z.array(attempt) }),
    run: async ({ ctx }, id: string) => present(await getDelivery(ctx, id)),
    text({ attempts, ...found }, session) {
      session.table(HEADINGS, [found], COLUMNS);
      session.table(['RUN', 'ATTEMPT', 'STARTED', 'SENT', 'OUTCOME', 'STATUS', 'MS', 'DETAIL', 'RESPONSE'], attempts, [
        'run',
        'number',
        'started_at',
        ({ sends }) => `${sends}×`,
        ({ outcome }) => outcome ?? 'in progress',
        'status_code',
        'duration_ms',
        'detail',
        ({ answer }) => answer?.slice(0, 200),
      ]);
    },
  });

  addActions(noun, cli);
}

function addActions(noun: Command, cli: Cli): void {
  const again = noun
    .command('replay')
    .argument('[delivery]', 'id of one delivery that has ended')
    .option('--endpoint <id>', 'in place of one delivery: all of this webhook or postback, oldest first')
    .option('--since <instant>', 'of an endpoint: created at or after this, such as 2026-11-02T09:00:00Z', instant)
    .addOption(stateOption('of an endpoint: only these; repeatable (default: failed, held)', ENDED))
    .description('Replays ended deliveries: same id, same bytes, the whole schedule.');
  cli.verb(again, {
    json: startedDeliveries,
    async run({ ctx, session }, delivery: string | undefined, { since, state, ...options }: ReplayOptions) {
      const { id, isEndpoint } = oneOf(delivery, options.endpoint);
      if (isEndpoint !== (since !== undefined))
        throw new UsageError('--since is needed with --endpoint, and only there.');
      if (since === undefined) {
        await replayDelivery(ctx, id);
        return { id, deliveries: 1 };
      }
      const progress = session.progress();
      await getEndpoint(ctx, id);
      const replay = { endpointId: id, since, states: state };
      const deliveries = await replayDeliveries(ctx, replay, (soFar) => progress.show(`${soFar} deliveries …`));
      progress.clear();
      return { id, deliveries };
    },
    text: ({ deliveries: started }, session) => session.say(`${counted(started)} started`),
  });

  const hurry = noun
    .command('retry-now')
    .argument('[delivery]', 'id of one delivery')
    .option('--endpoint <id>', 'in place of one delivery: all that wait at this webhook or postback')
    .description('Makes the next attempt now.');
  cli.verb(hurry, {
    json: startedDeliveries,
    async run({ ctx }, delivery: string | undefined, { endpoint }: { endpoint?: string }) {
      const { id, isEndpoint } = oneOf(delivery, endpoint);
      if (isEndpoint) return { id, deliveries: await retryWaiting(ctx, id) };
      await retryNow(ctx, id);
      return { id, deliveries: 1 };
    },
    text: ({ deliveries: retried }, session) => session.say(`retrying ${counted(retried)} now`),
  });

  const stop = noun.command('stop').argument('<delivery>');
  cli.verb(stop.description('Stops a delivery: no further attempt is made.'), {
    json: delivery.pick({ id: true, state: true }),
    run: async ({ ctx }, id: string) => ({ id, state: await stopDelivery(ctx, id) }),
    text: ({ state }, session) => session.say(state),
  });
}

function oneOf(delivery: string | undefined, endpoint: string | undefined): { id: string; isEndpoint: boolean } {
  const id = delivery ?? endpoint;
  if (id === undefined || (delivery !== undefined && endpoint !== undefined)) {
    throw new UsageError('Give either a delivery or --endpoint.');
  }
  return { id, isEndpoint: delivery === undefined };
}

const counted = (deliveries: number) => `${deliveries} ${deliveries === 1 ? 'delivery' : 'deliveries'}`;

function present<D extends DeliveryRow>(found: D) {
  const state = toWireState(found);
  return { ...found, state, waitsFor: state === 'pending' ? 'first_attempt' : state === 'retrying' ? 'retry' : null };
}
