import { ServiceError } from '@temporalio/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DELIVERY_STATES, type DeliveryState } from '../../domain/delivery.js';
import type { Context } from '../../services/context.js';
import { hastenDelivery } from '../../services/deliveries/hasten-delivery.js';
import { countByState, type Delivery, getDelivery, listDeliveries } from '../../services/deliveries/list-deliveries.js';
import { redeliver, replayDeliveries } from '../../services/deliveries/redeliver.js';
import { stopDelivery } from '../../services/deliveries/stop-delivery.js';
import type { EndpointKind } from '../../store/delivery-endpoints.js';
import type { TemporalClient } from '../../temporal/client.js';
import { instant, wholeNumber } from '../options.js';
import { printable, printTable } from '../print.js';
import { progressOn } from '../progress-line.js';
import { withTemporal } from '../run-command.js';
import { assertKind, runOn } from './endpoint.js';
import { run } from './run.js';

const HEADINGS = ['ID', 'TYPE', 'WHAT', 'EVENT', 'STATE', 'ATTEMPT', 'LAST', 'NEXT', 'CREATED'];
/** What can be replayed: everything that has ended. */
const ENDED = DELIVERY_STATES.filter((state) => state !== 'pending');

/** The verbs on what was and is being delivered. */
export function addDeliveryCommands(noun: Command, kind: EndpointKind): void {
  noun
    .command('deliveries')
    .argument('<id>', `of the ${kind}`)
    .addOption(stateOption('only these; repeatable', DELIVERY_STATES))
    .option('--limit <n>', 'at most so many', wholeNumber, 50)
    .description('What was and is being delivered, newest first.')
    .action((id: string, { state, limit }: { state?: DeliveryState[]; limit: number }) =>
      runOn(kind, id, async (ctx) => {
        const found = await listDeliveries(ctx, { endpointId: id, states: state, limit: Math.min(limit, 1_000) });
        printTable(HEADINGS, found.map(row));
        const counts = (await countByState(ctx, id)).map((one) => `${one.count} ${one.state}`);
        console.error(`Shown: ${found.length}, newest first. In all: ${counts.join(', ') || 'none'}.`);
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
    .addOption(stateOption('only these; repeatable (default: failed, held)', ENDED))
    .description('Redelivers what did not arrive since an instant, oldest first.')
    .action((id: string, { since, state }: { since: Date; state?: DeliveryState[] }) =>
      runWithTemporal(async (ctx, temporal) => {
        await assertKind(ctx, kind, id);
        const progress = progressOn(process.stderr);
        const input = { endpointId: id, since, states: state };
        const count = await replayDeliveries(ctx, temporal, input, (soFar) => progress.show(`${soFar} deliveries …`));
        progress.clear();
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
  printTable(HEADINGS, [row(delivery)]);
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
      printable(attempt.detail ?? ''),
      printable(attempt.answer?.slice(0, 200) ?? ''),
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

function runWithTemporal(work: (ctx: Context, temporal: TemporalClient) => Promise<void>): Promise<void> {
  return run(async (ctx) => {
    try {
      await withTemporal(ctx, (temporal) => work(ctx, temporal));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new Error(
        `Temporal does not answer at ${ctx.config.temporal.address} (${error.cause ?? error.message}). What was begun ` +
          'before that is sent within some minutes after it does; then run this again for the rest.',
      );
    }
  });
}

function stateOption(text: string, states: readonly DeliveryState[]): Option {
  // The help shows the choices; what judges them by itself would keep only the last of several.
  return new Option('--state <state>', text)
    .choices(states)
    .argParser((value: string, before: DeliveryState[] = []): DeliveryState[] => {
      const found = states.find((state) => state === value);
      if (!found) throw new InvalidArgumentError(`must be among ${states.join(', ')}.`);
      return [...before, found];
    });
}
