import { Readable } from 'node:stream';
import { type ImportCounts, importEvents } from '../../../src/catalogue/import-events.js';
import type { FieldFault } from '../../../src/core/input-refusal.js';
import type { Event } from '../../../src/core/wire/event.js';
import type { Context } from '../../../src/platform/context/context.js';

export interface Imported extends ImportCounts {
  /** `line: field: reason`. */
  refusals: string[];
  /** `line: external id: member: value: reason`. */
  notes: string[];
}

/** Imports events given as objects or as text. */
export async function importAll(
  ctx: Context,
  events: readonly object[] | string,
  organizer: { source: string; name?: string; verified?: boolean } = { source: 'tests' },
  options: { strict?: boolean } = {},
): Promise<Imported> {
  const text = typeof events === 'string' ? events : events.map((event) => JSON.stringify(event)).join('\n');
  const refusals: string[] = [];
  const note = (line: number, faults: readonly FieldFault[]) =>
    refusals.push(...faults.map(({ field, reason }) => [line, field, reason].filter((part) => part !== '').join(': ')));
  const notes: string[] = [];
  const counts = await importEvents(ctx, {
    source: Readable.from([Buffer.from(text)]),
    organizer,
    ...options,
    onRefused: note,
    onNoted: (line, id, all) =>
      notes.push(...all.map(({ member, value, reason }) => [line, id, member, value, reason].join(': '))),
  });
  return { ...counts, refusals, notes };
}

/** The event as partners see it, or undefined when it is not listed. */
export async function listedEvent(ctx: Context, id: string): Promise<Event | undefined> {
  const [row] = await ctx.sql<{ doc: string }[]>`SELECT doc FROM event_listings WHERE event_id = ${id}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks of a stored document.
  return row && JSON.parse(row.doc.replace(/\u0001/g, 'https://api.example').replace(/\u0002/g, 'ref'));
}

/** Id of the event with that external id. */
export async function eventId(ctx: Context, externalId: string): Promise<string> {
  const [row] = await ctx.sql<{ id: string }[]>`SELECT id FROM events WHERE external_id = ${externalId}`;
  if (!row) throw new Error(`there is no event ${externalId}`);
  return row.id;
}
