import type { Mode } from '../core/mode.js';
import type { Queryable } from '../platform/database/database.js';
import { recordset } from '../platform/database/recordset.js';
import { countRows, firstRow, isOneRow } from '../platform/database/rows.js';
import type { TransferResult } from './payouts-port.js';
import type { ProcessorEvent } from './port.js';
import type { TransferMemory } from './simulated-transfers.js';

/** Deletes up to `limit` messages that came before `before`. @returns how many. */
export function deleteEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(db`
    DELETE FROM processor_events WHERE id = ANY (ARRAY(
      SELECT id FROM processor_events WHERE received_at < ${before} ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`);
}

/** A message changed nothing after all: it may come again. */
export async function forgetEvent(tx: Queryable, id: string): Promise<void> {
  await tx`DELETE FROM processor_events WHERE id = ${id}`;
}

/** Records that a message is applied, in the transaction of its changes. @returns false when it was applied before. */
export async function recordEvent(tx: Queryable, event: ProcessorEvent, now: Date): Promise<boolean> {
  return (await recordEvents(tx, [event], now)).has(event.id);
}

/** The same for several messages. @returns the ids of messages that were not applied before. */
export async function recordEvents(tx: Queryable, events: readonly ProcessorEvent[], now: Date): Promise<Set<string>> {
  const columns = tx`id, type, account, created_at, received_at`;
  const rows = events.map(({ id, type, account, createdAt }) => ({ id, type, account, createdAt, receivedAt: now }));
  const made = await tx<{ id: string }[]>`
    INSERT INTO processor_events (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::processor_events, ${recordset(rows)}::text::json) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(made.map(({ id }) => id));
}

/** A message that could not be read. */
export interface SetAsideEvent {
  id: string;
  type: string;
  mode: Mode;
  account: string | null;
  objectId: string | null;
  /** The missing member. */
  fault: string;
  createdAt: Date;
  receivedAt: Date;
}

/** Writes down a message that could not be read. A repeat of it changes nothing. */
export async function insertSetAside(db: Queryable, event: SetAsideEvent): Promise<void> {
  const { id, type, mode, account, objectId, fault, createdAt, receivedAt } = event;
  await db`
    INSERT INTO processor_events_set_aside (id, type, mode, account, object_id, fault, created_at, received_at)
    VALUES (${id}, ${type}, ${mode}, ${account}, ${objectId}, ${fault}, ${createdAt}, ${receivedAt}) ON CONFLICT DO NOTHING`;
}

/** Messages that could not be read and wait for an operator, oldest first. */
export function listSetAside(db: Queryable): Promise<SetAsideEvent[]> {
  return db<SetAsideEvent[]>`
    SELECT id, type, mode, account, object_id, fault, created_at, received_at FROM processor_events_set_aside
    ORDER BY received_at, id`;
}

/** @returns false when there is no such message. */
export async function deleteSetAside(tx: Queryable, id: string): Promise<boolean> {
  return isOneRow(tx`DELETE FROM processor_events_set_aside WHERE id = ${id}`);
}

interface SimulatedTransferRow {
  outcome: 'succeeded' | 'failed';
  reference: string | null;
  failure: string | null;
}

export function simulatedTransfers(sql: Queryable): TransferMemory {
  return {
    async keep({ key, amount }, result) {
      const { state, reference, failure } = { reference: null, failure: null, ...result };
      const row = await firstRow(sql<SimulatedTransferRow[]>`
        INSERT INTO simulated_transfers (key, amount_minor, currency, outcome, reference, failure)
        VALUES (${key}, ${amount.minor}, ${amount.currency}, ${state}, ${reference}, ${failure})
        ON CONFLICT (key) DO UPDATE SET sendings = simulated_transfers.sendings + 1
        RETURNING outcome, reference, failure`);
      return row ? toResult(row) : result;
    },
    async find(key) {
      const row = await firstRow(sql<SimulatedTransferRow[]>`
        SELECT outcome, reference, failure FROM simulated_transfers WHERE key = ${key}`);
      return row && toResult(row);
    },
  };
}

function toResult({ outcome, reference, failure }: SimulatedTransferRow): TransferResult {
  return outcome === 'succeeded'
    ? { state: 'succeeded', reference: reference ?? '' }
    : { state: 'failed', failure: failure ?? '' };
}
