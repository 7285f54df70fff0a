import postgres from 'postgres';
import { groupBy } from '../core/group-by.js';
import { type Id, newId } from '../core/ids.js';
import { type FieldFault, InputRefusal, refuse } from '../core/input-refusal.js';
import { type StatusState, StatusTransitionError, statusFromFeed } from '../listings/rules/event-status.js';
import { endOf } from '../listings/rules/event-time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { announceToBuyers } from './announce-to-buyers.js';
import { hashDraft } from './input/draft-event.js';
import type { EventDraft, TicketTypeDraft } from './rules/event-draft.js';
import { type EventWrite, findKnownEvents, insertEvents, lockEvents, updateEvents } from './sql/events.js';
import {
  lockTicketTypes,
  removeTicketTypes,
  type TicketStockRow,
  type TicketTypeWrite,
  writeTicketTypes,
} from './sql/ticket-type-writes.js';

export interface UpsertInput {
  organizerId: Id<'organizer'>;
  /** Each external id at most once; a few hundred at a time. */
  drafts: readonly EventDraft[];
  /** For samples: statuses and dates are exactly as drafted, and sold tickets are refilled. */
  authoritative?: boolean;
}

export interface UpsertResult {
  /** Ids of events. */
  created: string[];
  updated: string[];
  unchanged: number;
  refused: { externalId: string; faults: readonly FieldFault[] }[];
}

const ATTEMPTS = 5;

/** Writes a batch of events and messages for the projector in one transaction; refuses invalid events alone. */
export async function upsertEvents(ctx: Context, input: UpsertInput): Promise<UpsertResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.sql.begin((tx) => writeBatch(tx, input, ctx.clock.now()));
    } catch (error) {
      if (attempt === ATTEMPTS || !isCrossing(error)) throw error;
    }
  }
}

/** Another import wrote an event of the batch first, or two transactions deadlocked. */
function isCrossing(error: unknown): boolean {
  return error instanceof CrossedError || (error instanceof postgres.PostgresError && error.code === '40P01');
}

class CrossedError extends Error {}

async function writeBatch(tx: Transaction, input: UpsertInput, now: Date): Promise<UpsertResult> {
  const known = await findKnownEvents(
    tx,
    input.organizerId,
    input.drafts.map((draft) => draft.external_id),
  );
  const ids = new Map(known.map((row) => [row.externalId, row.id]));
  const hashes = new Map(known.map((row) => [row.externalId, row.contentHash]));
  const changed = input.drafts
    .map((draft) => ({ draft, hash: hashDraft(draft) }))
    .filter(({ draft, hash }) => hashes.get(draft.external_id) !== hash);
  const result: UpsertResult = {
    created: [],
    updated: [],
    unchanged: input.drafts.length - changed.length,
    refused: [],
  };
  if (changed.length === 0) return result;

  const existing = changed.flatMap(({ draft }) => ids.get(draft.external_id) ?? []);
  const states = new Map((await lockEvents(tx, existing)).map((row) => [row.id, row]));
  const stock = groupBy(await lockTicketTypes(tx, existing), ({ eventId }) => eventId);

  const inserts: EventWrite[] = [];
  const updates: EventWrite[] = [];
  const ticketTypes: TicketTypeWrite[] = [];
  const kept: string[] = [];
  const withTypes: string[] = [];
  for (const { draft, hash } of changed) {
    const id = ids.get(draft.external_id);
    const types = (id && stock.get(id)) || [];
    try {
      const before = id ? states.get(id) : undefined;
      const state =
        input.authoritative || !before ? firstState(draft, now, input) : nextState(draft, before, types, now);
      if (!input.authoritative) checkCapacities(draft, types);
      const row = toWrite(id ?? draft.id ?? newId('event'), draft, hash, state);
      (before ? updates : inserts).push(row);
      if (draft.ticket_types) {
        if (before) withTypes.push(row.id);
        kept.push(...types.filter((type) => listed(draft, type)).map((type) => type.id));
        ticketTypes.push(...draft.ticket_types.map((type, position) => ticketWrite(row.id, type, position)));
      }
    } catch (error) {
      if (!(error instanceof InputRefusal)) throw error;
      result.refused.push({ externalId: draft.external_id, faults: error.faults });
    }
  }

  result.created = inserts.length > 0 ? await insertEvents(tx, input.organizerId, inserts, now) : [];
  if (result.created.length < inserts.length) throw new CrossedError();
  // Samples move with the quarter: their buyers bought no date.
  if (!input.authoritative) {
    const sold = new Set([...stock].flatMap(([id, types]) => (types.some((type) => type.sold > 0) ? [id] : [])));
    await announceToBuyers(tx, { before: states, after: updates, sold }, now);
  }
  if (updates.length > 0) await updateEvents(tx, updates);
  if (withTypes.length > 0) await removeTicketTypes(tx, withTypes, kept, now);
  await writeTicketTypes(tx, ticketTypes, now, { refill: input.authoritative ?? false });
  result.updated = updates.map((row) => row.id);
  await enqueue(tx, 'event.touched', [...result.created, ...result.updated], now);
  return result;
}

/** A new event; a past event is `completed` at once. */
function firstState(draft: EventDraft, now: Date, input: UpsertInput): StatusState {
  const status = draft.status ?? 'scheduled';
  const takesPlace = status === 'scheduled' || status === 'rescheduled' || status === 'sold_out';
  if (!input.authoritative && takesPlace && endOfDraft(draft) <= now) {
    return { status: 'completed', statusBeforeSoldOut: null };
  }
  return { status, statusBeforeSoldOut: status === 'sold_out' ? 'scheduled' : null };
}

function nextState(draft: EventDraft, before: StatusState, types: readonly TicketStockRow[], now: Date): StatusState {
  if (before.status === 'completed' && endOfDraft(draft) > now) {
    throw refuse('date', 'the event is completed and cannot take place again: use another external_id');
  }
  const stockDecides = (draft.ticket_types ?? types).length > 0;
  return allowedStatus(() => statusFromFeed(before, draft.status, { stockDecides }));
}

/** @throws {InputRefusal} for a status that cannot follow the current one. */
export function allowedStatus(move: () => StatusState): StatusState {
  try {
    return move();
  } catch (error) {
    if (error instanceof StatusTransitionError) throw refuse('status', error.message);
    throw error;
  }
}

function checkCapacities(draft: EventDraft, types: readonly TicketStockRow[]): void {
  for (const [index, type] of (draft.ticket_types ?? []).entries()) {
    const stock = types.find((row) => row.externalId === type.external_id);
    const taken = stock ? stock.held + stock.sold : 0;
    if (type.capacity < taken) {
      throw refuse(
        `ticket_types.${index}.capacity`,
        `${taken} tickets are held or sold: it cannot be ${type.capacity}`,
      );
    }
  }
}

function listed(draft: EventDraft, type: TicketStockRow): boolean {
  return (draft.ticket_types ?? []).some((other) => other.external_id === type.externalId);
}

export function toWrite(id: string, draft: EventDraft, hash: string, state: StatusState): EventWrite {
  const { ticket_types: _, ...described } = draft;
  return {
    ...described,
    id,
    status: state.status,
    status_before_sold_out: state.statusBeforeSoldOut,
    content_hash: hash,
  };
}

function ticketWrite(eventId: Id<'event'>, type: TicketTypeDraft, position: number): TicketTypeWrite {
  return { id: newId('ticketType'), sold: 0, ...type, event_id: eventId, position };
}

function endOfDraft(draft: EventDraft): Date {
  return endOf({
    startsAt: draft.starts_at ? new Date(draft.starts_at) : null,
    endsAt: draft.ends_at ? new Date(draft.ends_at) : null,
    date: draft.date,
    timezone: draft.timezone,
  });
}
