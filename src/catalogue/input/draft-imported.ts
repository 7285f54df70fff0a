import { type FieldFault, InputRefusal } from '../../core/input-refusal.js';
import { clockTime } from '../../core/local-time.js';
import type { EventDraft } from '../rules/event-draft.js';
import { checkObject, draftEvent } from './draft-event.js';
import { readSchemaOrg, schemaOrgField } from './from-schema-org.js';
import { type LooseEvent, normaliseEvent } from './normalise/normalise-event.js';
import { type MemberNote, MemberNotes } from './normalise/notes.js';

export const IMPORT_FORMATS = ['auto', 'native', 'schema-org'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

interface ImportOptions {
  format?: ImportFormat;
  strict?: boolean;
}

export interface ImportedDraft {
  draft: EventDraft;
  /** Members that were left out or changed, and warnings. */
  notes: readonly MemberNote[];
}

/** Members without which partners still see a true event. Tickets, rewards, statuses and permissions are not among them. */
const OPTIONAL = new Set(
  `ends_at end_date timezone venue address city state country lat lng image category performers short_description url currency price`.split(
    /\s+/,
  ),
);

/** Reads an event of a file without optional members that stay invalid. @throws {InputRefusal} with the file's member names. */
export function draftImported(value: unknown, { format = 'auto', strict = false }: ImportOptions = {}): ImportedDraft {
  const isSchemaOrg = format === 'auto' ? looksLikeSchemaOrg(value) : format === 'schema-org';
  const fieldName = isSchemaOrg ? schemaOrgField : (field: string) => field;
  const notes = new MemberNotes();
  const named = () => notes.all.map((note) => ({ ...note, member: fieldName(note.member) }));
  let faults: readonly FieldFault[] = [];
  try {
    const written = isSchemaOrg ? readSchemaOrg(value, notes) : checkObject(value);
    const event = normaliseEvent(written, notes);
    const draft = strict ? draftEvent(event) : draftWithout(event, notes);
    warnOfMidnight(event, draft, notes);
    if (!strict || notes.all.every((note) => note.kept)) return { draft, notes: named() };
  } catch (error) {
    if (!(error instanceof InputRefusal)) throw error;
    faults = error.faults.map(({ field, reason }) => ({ field: fieldName(field), reason }));
    if (!strict) throw new InputRefusal(faults);
  }
  const omitted = named().filter((note) => !note.kept);
  throw new InputRefusal([...omitted.map(({ member, reason }) => ({ field: member, reason })), ...faults]);
}

function looksLikeSchemaOrg(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('@type' in value || '@context' in value);
}

/** Each round leaves at least one member out, so it ends. */
function draftWithout(event: LooseEvent, notes: MemberNotes): EventDraft {
  for (;;) {
    try {
      return draftEvent(event);
    } catch (error) {
      if (!(error instanceof InputRefusal)) throw error;
      // In reverse: removing a performer changes the index of later performers.
      const kept = error.faults
        .toReversed()
        .filter((fault) => !leaveOut(event, fault, notes))
        .reverse();
      if (kept.length > 0) throw new InputRefusal(kept);
    }
  }
}

/** Removes the member at fault from the event; false when the event cannot be without it. */
function leaveOut(event: LooseEvent, { field, reason }: FieldFault, notes: MemberNotes): boolean {
  const [member = '', index] = field.split('.');
  const value = event[member];
  if (reason === 'unknown field') return false;
  if (member === 'starts_at') return leaveTimeOut(event, reason, notes);
  if (member === 'date') {
    if (event.starts_at === undefined || value === undefined) return false;
  } else if (!OPTIONAL.has(member)) {
    return false;
  }
  // An earlier fault of the same round removed it.
  if (value === undefined) return true;
  if (member === 'performers' && Array.isArray(value) && index !== undefined) {
    notes.add('performers', value[Number(index)], reason);
    event.performers = value.filter((_performer, at) => at !== Number(index));
    return true;
  }
  notes.add(field, leaf(value, field), reason);
  const gone = member === 'lat' || member === 'lng' ? ['lat', 'lng'] : [member];
  for (const name of gone) delete event[name];
  return true;
}

/** The day stays: every event needs one. */
function leaveTimeOut(event: LooseEvent, reason: string, notes: MemberNotes): boolean {
  const { starts_at: written } = event;
  const day = typeof written === 'string' ? /^\d{4}-\d\d-\d\d/.exec(written)?.[0] : undefined;
  if (day === undefined) return false;
  notes.add('starts_at', written, `${reason}. The day alone counts`);
  event.date ??= day;
  delete event.starts_at;
  return true;
}

function leaf(value: unknown, field: string): unknown {
  const [, member] = field.split('.');
  if (member === undefined || typeof value !== 'object' || value === null) return value;
  return (value as Record<string, unknown>)[member] ?? value;
}

/** Programs write midnight UTC for a day without a time. As an instant it is early morning abroad, when few events begin. */
function warnOfMidnight(event: LooseEvent, draft: EventDraft, notes: MemberNotes): void {
  const { starts_at: written } = event;
  if (typeof written !== 'string' || !/T00:00(?::00)?(?:Z|\+00:00)$/.test(written)) return;
  if (draft.starts_at === null || draft.timezone === null) return;
  const clock = { timezone: draft.timezone, utcOffset: null };
  const local = clockTime(new Date(draft.starts_at), clock).toISOString().slice(11, 16);
  if (local < '00:01' || local > '09:00') return;
  notes.warn(
    'starts_at',
    written,
    `is midnight UTC, ${local} at the venue: write the date alone for an event of a whole day`,
  );
}
