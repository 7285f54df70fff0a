import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import postgres from 'postgres';
import type { Sql } from '../../../src/platform/database/database.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';

/** One place where something may have been kept, and all that stands there. */
export interface Place {
  name: string;
  text: string;
}

/** Every column of every table; what is kept as bytes is read as bytes, as text and in hex. */
export async function databasePlaces(sql: Sql): Promise<Place[]> {
  const tables = await sql<{ name: string }[]>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;
  const places: Place[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe<Record<string, unknown>[]>(`SELECT * FROM ${name}`);
    for (const column of Object.keys(rows[0] ?? {})) {
      const text = rows.map((row) => textOf(row[column])).join('\n');
      places.push({ name: `database ${name.replace('public.', '')}.${postgres.fromCamel(column)}`, text });
    }
  }
  const running = await sql<{ query: string }[]>`SELECT query FROM pg_stat_activity WHERE query IS NOT NULL`;
  return [...places, { name: 'database pg_stat_activity', text: running.map(({ query }) => query).join('\n') }];
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    return `${bytes.toString('latin1')}\n${bytes.toString()}\n${bytes.toString('hex')}`;
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** All that Temporal keeps of the workflows on these task queues: histories, memos, attributes, summaries, failures. */
export async function temporalPlaces(temporal: TemporalClient): Promise<Place[]> {
  const places: Place[] = [];
  for await (const { workflowId, runId, taskQueue, type } of temporal.client.workflow.list()) {
    if (!taskQueue.endsWith(temporal.suffix)) continue;
    const handle = temporal.client.workflow.getHandle(workflowId, runId);
    const [history, described, details] = await Promise.all([
      handle.fetchHistory().then(historyToJSON),
      handle.describe(),
      handle.query<unknown, []>('__temporal_workflow_metadata').catch(() => null),
    ]);
    const summary = await Promise.all([described.staticSummary(), described.staticDetails()]);
    const description = JSON.stringify([described.raw, described.memo, described.searchAttributes, summary, details]);
    places.push({ name: `temporal history ${type}`, text: decoded(history) });
    places.push({ name: `temporal description ${type}`, text: decoded(description) });
  }
  for await (const { scheduleId } of temporal.client.schedule.list()) {
    if (!scheduleId.endsWith(temporal.suffix)) continue;
    const { raw } = await temporal.client.schedule.getHandle(scheduleId).describe();
    places.push({ name: 'temporal schedules', text: decoded(JSON.stringify(raw)) });
  }
  return places;
}

/** A text with each piece of Base64, and each array of bytes, followed by what it says. */
function decoded(text: string): string {
  const base64 = /"([A-Za-z0-9+/_-]{8,}={0,2})"/g;
  const bytes = /\{"type":"Buffer","data":\[([\d,]*)\]\}/g;
  return text
    .replace(bytes, (_, numbers) => `"${Buffer.from(String(numbers).split(',').map(Number)).toString()}"`)
    .replace(base64, (whole, data) => `${whole} ${Buffer.from(String(data), 'base64').toString()}`);
}

/** A file, or those below a folder, gzipped ones unpacked; `as` names the place. */
export function filePlaces(of: string, as: string): Place[] {
  if (!existsSync(of)) return [];
  const below = () => readdirSync(of, { recursive: true, encoding: 'utf8' }).map((name) => join(of, name));
  return (statSync(of).isFile() ? [of] : below())
    .filter((path) => statSync(path).isFile())
    .map((path) => {
      const bytes = readFileSync(path);
      const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return { name: as, text: `${path}\n${(gzipped ? gunzipSync(bytes) : bytes).toString()}` };
    });
}
