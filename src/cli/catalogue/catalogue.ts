import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { generateEvents } from '../../catalogue/generate-events.js';
import { importEvents } from '../../catalogue/import-events.js';
import { IMPORT_FORMATS, type ImportFormat } from '../../catalogue/input/draft-imported.js';
import type { MemberNote } from '../../catalogue/input/normalise/notes.js';
import { reprojectChanges } from '../../catalogue/reproject-changes.js';
import * as schemas from '../../catalogue/schemas.js';
import { InputRefusal } from '../../core/input-refusal.js';
import { calendarDay, wholeNumberFrom } from '../support/options.js';
import type { Cli } from '../support/verb.js';
import { addEventVerbs } from './event.js';

interface OrganizerOptions {
  organizer: string;
  organizerName?: string;
  verified?: boolean;
}

const MAX_REPORTED = 1_000;

export function declareArea(catalogue: Command, cli: Cli): void {
  addImport(catalogue, cli);

  const generate = catalogue
    .command('generate')
    .description('Generates realistic events. The same options give the same events.')
    .requiredOption('--events <n>', 'number of events', wholeNumberFrom(1, 5_000_000))
    .option('--seed <n>', 'a different number generates different events', wholeNumberFrom(0, 4_294_967_295), 1)
    .option('--from <date>', 'first day of the year they take place in (default: today, UTC)', calendarDay)
    .option('--organizer <source>', 'stable name of the source of the events', 'generated');
  cli.verb(generate, {
    json: schemas.writtenEvents,
    async run({ ctx, session }, options: OrganizerOptions & { events: number; seed: number; from?: string }) {
      const progress = session.progress();
      const counts = await generateEvents(ctx, {
        ...options,
        organizer: parseOrganizer(options),
        onProgress: ({ created, updated, unchanged }) =>
          progress.show(`${created + updated + unchanged} of ${options.events}`),
      });
      progress.clear();
      return counts;
    },
    text: ({ created, updated, unchanged }, session) =>
      session.say(`${created} created, ${updated} updated, ${unchanged} unchanged`),
  });

  addReproject(catalogue, cli);
  addEventVerbs(catalogue, cli);
}

function addImport(catalogue: Command, cli: Cli): void {
  const load = catalogue
    .command('import')
    .argument('<file>', 'NDJSON or JSON file; - reads the standard input')
    .description('Imports events in our own format or as schema.org JSON-LD (docs/catalogue.md).')
    .requiredOption('--organizer <source>', 'stable name of the source of the events')
    .option('--organizer-name <name>', 'name of the organizer that partners see')
    .option('--verified', 'marks the organizer as verified')
    .addOption(new Option('--format <format>', 'format of the events').choices(IMPORT_FORMATS).default('auto'))
    .option('--strict', 'refuses events with any invalid member, and exits with code 1 if any event was refused');
  cli.verb(load, {
    json: schemas.importedEvents,
    async run({ ctx, session }, file: string, options: OrganizerOptions & { format: ImportFormat; strict?: boolean }) {
      const progress = session.progress();
      const refusals: z.input<typeof schemas.importedEvents>['refusals'] = [];
      const noted: z.input<typeof schemas.importedEvents>['notes'] = [];
      await using input = await openInput(file, session.io.stdin);
      const counts = await importEvents(ctx, {
        source: input.source,
        organizer: parseOrganizer(options),
        format: options.format,
        strict: options.strict,
        onProgress: ({ read, created, updated, unchanged }) =>
          progress.show(`${read} read, ${created + updated + unchanged} in the catalogue`),
        onRefused: (line, faults) => {
          progress.say(`line ${line}: ${new InputRefusal(faults).message}`);
          if (refusals.length < MAX_REPORTED) refusals.push({ line, faults: [...faults] });
        },
        onNoted: (line, externalId, notes) => {
          progress.say(`line ${line}: ${notes.map(noteText).join('; ')}`);
          const members = notes.map((note) => ({ ...note, kept: note.kept ?? false }));
          if (noted.length < MAX_REPORTED) noted.push({ line, external_id: externalId, members });
        },
      });
      progress.clear();
      const { refused, read } = counts;
      if (refused > 0 && (options.strict || refused === read)) session.markFailed();
      return { ...counts, refusals, notes: noted };
    },
    text: ({ read, created, updated, unchanged, repeated, refused, noted }, session) =>
      session.say(
        `${read} read: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused` +
          (noted > 0 ? `, ${noted} with notes` : '') +
          (repeated > 0 ? `, ${repeated} repeated later in the file` : ''),
      ),
  });
}

function addReproject(catalogue: Command, cli: Cli): void {
  const reproject = catalogue
    .command('reproject')
    .description('Rebuilds every listing after a change of the read model. You can interrupt and repeat it safely.');
  cli.verb(reproject, {
    json: schemas.rebuiltListings,
    async run({ ctx, session }) {
      const progress = session.progress();
      const done = await reprojectChanges(ctx, ({ events, of }) => progress.show(`${events} of ${of} events`));
      progress.clear();
      return done;
    },
    text: ({ events, changed }, session) => session.say(`${events} listings rebuilt, ${changed} of them changed`),
  });
}

function noteText({ member, value, reason, kept }: MemberNote): string {
  return `${kept ? 'note' : 'left out'}: ${member} ${JSON.stringify(value)} ${reason}`;
}

function parseOrganizer(options: OrganizerOptions) {
  return { source: options.organizer, name: options.organizerName, verified: options.verified };
}

/** A file, or the standard input for `-`. Dispose of it when it was read. */
async function openInput(file: string, stdin: Readable): Promise<AsyncDisposable & { source: Readable }> {
  if (file === '-') return { source: stdin, async [Symbol.asyncDispose]() {} };
  const handle = await open(file);
  return { source: handle.createReadStream(), [Symbol.asyncDispose]: () => handle.close() };
}
