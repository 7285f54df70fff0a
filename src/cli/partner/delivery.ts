import { type Command, InvalidArgumentError, Option } from 'commander';
import { DELIVERY_STATES, type DeliveryState } from '../../domain/delivery.js';
import type { Context } from '../../services/context.js';
import { hastenDelivery } from '../../services/deliveries/hasten-delivery.js';
import { type Delivery, getDelivery, listDeliveries } from '../../services/deliveries/list-deliveries.js';
import { redeliver, replayDeliveries } from '../../services/deliveries/redeliver.js';
import { stopDelivery } from '../../services/deliveries/stop-delivery.js';
import type { EndpointKind } from '../../store/delivery-endpoints.js';
import { createTemporalClient, type TemporalClient } from '../../temporal/client.js';
import { runOn } from './endpoint.js';
import { instant, printTable, run, wholeNumber } from './run.js';

/** The verbs on what was and is being delivered. */
export function addDeliveryCommands(noun: Command, kind: EndpointKind): void {
  noun
    .command('deliveries')
    .argument('<id>', `of the ${kind}`)
    .addOption(new Option('--state <state>', 'only these; repeatable').choices(DELIVERY_STATES).argParser(states))
    .option('--limit <n>', 'at most so many', wholeNumber, 50)
    .description('What was and is being delivered, newest first.')
    .action((id: string, { state, limit }: { state?: DeliveryState[]; limit: number }) =>
      runOn(kind, id, async (ctx) => {
        const found = await listDeliveries(ctx, { endpointId: id, states: state, limit: Math.min(limit, 1_000) });
        printTable(['ID', 'TYPE', 'WHAT', 'EVENT', 'STATE', 'ATTEMPT', 'LAST', 'NEXT', 'CREATED'], found.map(row));
      }),
    );

  noun
    .command('delivery')
    .argument('<delivery>')
    .description('One delivery with every attempt and its answer.')
    .action((id: string) => run((ctx) => show(ctx, id)));

  noun
    .command('redeliver')
    .argument('<delivery>')
    .description('Sends one that has ended once more, with the same id and bytes, over the whole schedule.')
    .action((id: string) =>
      runWithTemporal(async (ctx, temporal) => {
        await redeliver(ctx, temporal, id);
        console.log('under way');
      }),
    );

  noun
    .command('replay')
    .argument('<id>', `of the ${kind}`)
    .requiredOption('--since <instant>', 'written at or after this, such as 2026-11-02T09:00:00Z', instant)
    .addOption(
      new Option('--state <state>', 'only these; repeatable (default: failed, held)')
        .choices(DELIVERY_STATES.filter((state) => state !== 'pending'))
        .argParser(states),
    )
    .description('Redelivers what did not arrive since an instant, oldest first.')
    .action((id: string, { since, state }: { since: Date; state?: DeliveryState[] }) =>
      runWithTemporal(async (ctx, temporal) => {
        const count = await replayDeliveries(ctx, temporal, { endpointId: id, since, states: state });
        console.log(`${count} deliveries under way`);
      }),
    );

  noun
    .command('hasten')
    .argument('<delivery>')
    .description('Makes the attempt that is waited for now.')
    .action((id: string) =>
      runWithTemporal(async (ctx, temporal) => {
        await hastenDelivery(ctx, temporal, id);
        console.log('hastened');
      }),
    );

  noun
    .command('stop')
    .argument('<delivery>')
    .description('Makes no further attempt.')
    .action((id: string) =>
      runWithTemporal(async (ctx, temporal) => console.log(await stopDelivery(ctx, temporal, id))),
    );
}

async function show(ctx: Context, id: string): Promise<void> {
  const { attempts, ...delivery } = await getDelivery(ctx, id);
  printTable(['ID', 'TYPE', 'WHAT', 'EVENT', 'STATE', 'ATTEMPT', 'LAST', 'NEXT', 'CREATED'], [row(delivery)]);
  printTable(
    ['RUN', 'ATTEMPT', 'STARTED', 'SENT', 'OUTCOME', 'STATUS', 'MS', 'DETAIL', 'ANSWER'],
    attempts.map((attempt) => [
      String(attempt.run),
      String(attempt.number),
      attempt.startedAt.toISOString(),
      `${attempt.sends}×`,
      attempt.outcome ?? 'under way',
      String(attempt.statusCode ?? ''),
      String(attempt.durationMs ?? ''),
      attempt.detail ?? '',
      printable(attempt.answer ?? ''),
    ]),
  );
}

function row(delivery: Delivery): string[] {
  return [
    delivery.id,
    delivery.type,
    delivery.what,
    delivery.eventId ?? '',
    delivery.state,
    `${delivery.attempt}${delivery.run > 1 ? ` (run ${delivery.run})` : ''}`,
    delivery.lastOutcome ?? '',
    delivery.nextAttemptAt?.toISOString() ?? '',
    delivery.createdAt.toISOString(),
  ];
}

/** The beginning of what a stranger answered, without what a terminal might obey. */
function printable(text: string): string {
  return text.slice(0, 200).replaceAll(/\p{C}+/gu, ' ');
}

function runWithTemporal(work: (ctx: Context, temporal: TemporalClient) => Promise<void>): Promise<void> {
  return run(async (ctx) => {
    const temporal = createTemporalClient(ctx.config);
    try {
      await work(ctx, temporal);
    } finally {
      await temporal.close();
    }
  });
}

function states(value: string, before: DeliveryState[] = []): DeliveryState[] {
  const found = DELIVERY_STATES.find((state) => state === value);
  if (!found) throw new InvalidArgumentError(`must be among ${DELIVERY_STATES.join(', ')}.`);
  return [...before, found];
}
