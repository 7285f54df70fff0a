import type { Id } from '../core/ids.js';
import { type FieldFault, InputRefusal } from '../core/input-refusal.js';
import type { Context } from '../platform/context/context.js';
import type { Sql } from '../platform/database/database.js';
import { withSession } from '../platform/database/pooler.js';
import { checkPrintedNames, warnUnchargeable } from './check-tickets.js';
import { ensureOrganizer, type OrganizerInput } from './ensure-organizer.js';
import { draftImported, type ImportFormat } from './input/draft-imported.js';
import { type MemberNote, MemberNotes } from './input/normalise/notes.js';
import { type Item, readItems } from './input/read-items.js';
import { type GenerateCounts, projectBehind } from './project-behind.js';
import type { EventDraft } from './rules/event-draft.js';
import { closeStaging, openStaging, readStaged, type StagedDraft, stageDrafts } from './sql/import-staging.js';
import { upsertEvents } from './upsert-events.js';

export interface ImportInput {
  /** The bytes of a file: NDJSON, a JSON array or a JSON document. */
  source: AsyncIterable<Uint8Array>;
  organizer: OrganizerInput;
  /** `auto`: an event with `@type` or `@context` is schema.org, any other our own shape. */
  format?: ImportFormat;
  /** Refuses events with an invalid optional member. */
  strict?: boolean;
  onRefused?: (line: number, faults: readonly FieldFault[]) => void;
  /** Called for each imported event with notes about its members. */
  onNoted?: (line: number, externalId: string, notes: readonly MemberNote[]) => void;
  onProgress?: (counts: Readonly<ImportCounts>) => void;
}

export interface ImportCounts extends GenerateCounts {
  /** Events read, refused ones included. */
  read: number;
  refused: number;
  noted: number;
  /** Events repeated later in the file: the last one counts. */
  repeated: number;
}

const STAGED_AT_ONCE = 500;
const WRITTEN_AT_ONCE = 500;

/**
 * Imports the events of a file in constant memory. First all of the file is read and checked into a table of this
 * connection, which keeps the last of several lines with one id; then it is written batch by batch, each in a
 * transaction of its own. Invalid events are reported with their line and skipped; an event with a bad member that it can be without is
 * imported and reported.
 */
export async function importEvents(ctx: Context, input: ImportInput): Promise<ImportCounts> {
  const counts: ImportCounts = { read: 0, created: 0, updated: 0, unchanged: 0, refused: 0, noted: 0, repeated: 0 };
  const organizerId = await ensureOrganizer(ctx, input.organizer, { action: 'catalogue.import' });
  await withSession(ctx.sql, ctx.config.database, async (connection) => {
    await openStaging(connection);
    await stage(ctx, connection, input, counts);
    await write(ctx, connection, organizerId, input, counts);
    await closeStaging(connection);
  });
  return counts;
}

async function stage(ctx: Context, connection: Sql, input: ImportInput, counts: ImportCounts): Promise<void> {
  let batch: StagedDraft[] = [];
  const flush = async () => {
    counts.repeated += batch.length - (await stageDrafts(connection, batch));
    batch = [];
    input.onProgress?.(counts);
  };
  for await (const item of readItems(input.source)) {
    counts.read += 1;
    const draft = parseDraft(ctx, item, input, counts);
    if (draft) batch.push({ position: counts.read, line: item.line, draft });
    if (batch.length === STAGED_AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
}

function parseDraft(ctx: Context, item: Item, input: ImportInput, counts: ImportCounts): EventDraft | undefined {
  try {
    if ('refused' in item) throw new InputRefusal([{ field: '', reason: item.refused }]);
    const { draft, notes: ofMembers } = draftImported(item.value, input);
    checkPrintedNames(ctx, draft, input.organizer.name);
    const warnings = new MemberNotes();
    const [mode] = ctx.payments.hosted;
    if (mode) warnUnchargeable(ctx.payments.of(mode), draft, warnings);
    const notes = [...ofMembers, ...warnings.all];
    if (notes.length > 0) {
      counts.noted += 1;
      input.onNoted?.(item.line, draft.external_id, notes);
    }
    return draft;
  } catch (error) {
    if (!(error instanceof InputRefusal)) throw error;
    counts.refused += 1;
    input.onRefused?.(item.line, error.faults);
    return undefined;
  }
}

async function write(
  ctx: Context,
  connection: Sql,
  organizerId: Id<'organizer'>,
  input: ImportInput,
  counts: ImportCounts,
): Promise<void> {
  const projection = projectBehind(ctx, counts);
  let after = 0;
  for (;;) {
    const staged = await readStaged(connection, after, WRITTEN_AT_ONCE);
    if (staged.length === 0) break;
    after = staged.at(-1)?.position ?? after;
    const result = await upsertEvents(ctx, { organizerId, drafts: staged.map((row) => row.draft) });
    counts.refused += result.refused.length;
    for (const { externalId, faults } of result.refused) {
      const line = staged.find((row) => row.draft.external_id === externalId)?.line;
      input.onRefused?.(line ?? 0, faults);
    }
    await projection.committed(result);
    input.onProgress?.(counts);
  }
  await projection.settled();
}
