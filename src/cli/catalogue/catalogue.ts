import { open } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { InputRefusal } from '../../domain/input-refusal.js';
import { generateEvents } from '../../services/catalogue/generate-events.js';
import { IMPORT_FORMATS, type ImportFormat, importEvents } from '../../services/catalogue/import-events.js';
import { showEvent } from '../../services/catalogue/show-event.js';
import { updateEvent } from '../../services/catalogue/update-event.js';
import { shareEvent, withdrawEvent } from '../../services/catalogue/withdraw-event.js';
import type { Context } from '../../services/context.js';
import { refundEvent } from '../../services/orders/refund-event.js';
import { calendarDay, wholeNumberFrom } from '../options.js';
import { progressOn } from '../progress-line.js';
import { runCommand } from '../run-command.js';
import { patchOf, type UpdateOptions, withUpdateOptions } from './update-options.js';

interface OrganizerOptions {
  organizer: string;
  organizerName?: string;
  verified?: boolean;
}

export function addCatalogueVerbs(catalogue: Command): void {
  catalogue
    .command('import')
    .argument('<file>', 'NDJSON or JSON file; - reads the standard input')
    .description('Takes events in our own shape or as schema.org JSON-LD (docs/catalogue.md).')
    .requiredOption('--organizer <source>', 'stable name of where the events come from')
    .option('--organizer-name <name>', 'name of the organizer that partners see')
    .option('--verified', 'marks the organizer as verified')
    .addOption(new Option('--format <format>', 'shape of the events').choices(IMPORT_FORMATS).default('auto'))
    .option('--strict', 'ends with code 1 when any event was refused')
    .action((file: string, options: OrganizerOptions & { format: ImportFormat; strict?: boolean }) =>
      run(async (ctx) => {
        const progress = progressOn(process.stderr);
        await using input = file === '-' ? undefined : await open(file);
        const counts = await importEvents(ctx, {
          source: input?.createReadStream() ?? process.stdin,
          organizer: organizerOf(options),
          format: options.format,
          onProgress: ({ read, created, updated, unchanged }) =>
            progress.show(`${read} read, ${created + updated + unchanged} in the catalogue`),
          onRefused: (line, faults) => progress.say(`line ${line}: ${new InputRefusal(faults).message}`),
        });
        progress.clear();
        const { read, created, updated, unchanged, repeated, refused } = counts;
        console.log(
          `${read} read: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused` +
            (repeated > 0 ? `, ${repeated} repeated further down` : ''),
        );
        if (refused > 0 && (options.strict || refused === read)) process.exitCode = 1;
      }),
    );

  catalogue
    .command('generate')
    .description('Makes events that look like real ones, the same for the same options.')
    .requiredOption('--events <n>', 'how many', wholeNumberFrom(1, 5_000_000))
    .option('--seed <n>', 'another number gives other events', wholeNumberFrom(0, 4_294_967_295), 1)
    .option('--from <date>', 'they take place in the year after this day (default: today, UTC)', calendarDay)
    .option('--organizer <source>', 'stable name of where the events come from', 'generated')
    .action((options: OrganizerOptions & { events: number; seed: number; from?: string }) =>
      run(async (ctx) => {
        const progress = progressOn(process.stderr);
        const counts = await generateEvents(ctx, {
          ...options,
          organizer: organizerOf(options),
          onProgress: ({ created, updated, unchanged }) =>
            progress.show(`${created + updated + unchanged} of ${options.events}`),
        });
        progress.clear();
        console.log(`${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`);
      }),
    );

  withUpdateOptions(catalogue.command('update').argument('<id>', 'id of the event'))
    .description('Changes single fields of an event; an empty value takes a field away.')
    .action((id: string, options: UpdateOptions) =>
      run(async (ctx) => {
        const changed = await updateEvent(ctx, id, patchOf(options));
        console.log(changed ? `${id} is changed` : `${id} is so already`);
      }),
    );

  catalogue
    .command('withdraw')
    .argument('<id>', 'id of the event')
    .description('Stops sharing an event: partners are told to take it down.')
    .action((id: string) =>
      run(async (ctx) => {
        console.log((await withdrawEvent(ctx, id)) ? `${id} is withdrawn` : `${id} was withdrawn already`);
      }),
    );

  catalogue
    .command('share')
    .argument('<id>', 'id of the event')
    .description('Shares a withdrawn event again.')
    .action((id: string) =>
      run(async (ctx) => {
        console.log((await shareEvent(ctx, id)) ? `${id} is shared` : `${id} was shared already`);
      }),
    );

  catalogue
    .command('refund')
    .argument('<id>', 'id of a cancelled event')
    .description(
      "Gives all its buyers their money back and ends orders nobody paid; partners' earnings follow by themselves.",
    )
    .action((id: string) =>
      run(async (ctx) => {
        const progress = progressOn(process.stderr);
        const done = await refundEvent(ctx, id, {
          onProgress: ({ refunded, cancelled }) => progress.show(`${refunded + cancelled} orders`),
        });
        progress.clear();
        console.log(`${done.refunded} orders are refunded, ${done.cancelled} unpaid ones cancelled`);
      }),
    );

  catalogue
    .command('show')
    .argument('<id>', 'id of the event')
    .description('Prints all the catalogue holds of an event, as JSON.')
    .action((id: string) => run(async (ctx) => console.log(JSON.stringify(await showEvent(ctx, id), null, 2))));
}

/** An import holds one connection, writes through a second and projects through a third. */
function run(work: (ctx: Context) => Promise<void>): Promise<void> {
  return runCommand('catalogue', work, { connections: 4 });
}

function organizerOf(options: OrganizerOptions) {
  return { source: options.organizer, name: options.organizerName, verified: options.verified };
}
