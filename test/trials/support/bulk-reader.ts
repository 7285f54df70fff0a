import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Sql } from '../../../src/platform/database/database.js';

/** Between two files. */
const GAP_MS = 2_000;
/** Every so manieth file has all that changed since the beginning. */
const WHOLE_EVERY = 3;
/** An answer may take as long as nginx allows one. */
const MAX_WAIT_MS = 45_000;

/** An answer as it came. */
export interface BulkAnswer {
  /** As many events as the file says it has, and where the next one begins. */
  events: string | null;
  until: string | null;
  body: Buffer;
}

export interface BulkFile {
  names: Map<string, string>;
  withdrawn: string[];
  until: string;
}

/** @throws {Error} when the file is not whole. */
export function readBulkFile({ events, until, body }: BulkAnswer): BulkFile {
  const lines = gunzipSync(body).toString().split('\n').filter(Boolean);
  const objects = lines.map((line) => JSON.parse(line) as { object: string; id: string; name: string });
  const names = new Map<string, string>();
  const withdrawn: string[] = [];
  for (const { object, id, name } of objects) {
    if (object === 'withdrawn') withdrawn.push(id);
    else if (names.has(id)) throw new Error(`a file has ${id} twice`);
    else names.set(id, name);
  }
  if (names.size !== Number(events)) throw new Error(`a file says that it has ${events} events, and has ${names.size}`);
  if (!until) throw new Error('a file does not say where the next one begins');
  return { names, withdrawn, until };
}

export interface BulkReader {
  /** Files that came. */
  files: number;
  /** Counts of the answers that made the reader repeat its request, by kind. */
  repeats: Map<string, number>;
  faults: string[];
  /** Reads the rest, and compares it with the catalogue. */
  judge(sql: Sql): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A partner who has a full file and then, every two seconds, the changes since the last one: in the end it must have
 * the catalogue. A request without a file as the answer is repeated.
 *
 * @param file the subscription's, without `changed_since`.
 */
export function startBulkReader(file: string, key: string): BulkReader {
  const known = new Map<string, string>();
  let since: string | null = null;
  let isOver = false;

  const ask = async (changedSince: string | null): Promise<BulkFile> => {
    const url = new URL(file);
    if (changedSince) url.searchParams.set('changed_since', changedSince);
    const init = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(MAX_WAIT_MS) };
    const response = await fetch(url, init);
    if (response.status !== 200) throw new Error(`${response.status} ${(await response.text()).slice(0, 60)}`);
    const { headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    try {
      return readBulkFile({
        events: headers.get('service-bulk-events'),
        until: headers.get('service-bulk-changed-until'),
        body,
      });
    } catch (error) {
      // A file that ends too early is noticed: its length differs from the promised one, which fetch refuses.
      reader.faults.push(`a bulk file: ${error}`);
      throw error;
    }
  };
  const insist = async (changedSince: string | null): Promise<BulkFile> => {
    for (;;) {
      try {
        return await ask(changedSince);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        reader.repeats.set(text, (reader.repeats.get(text) ?? 0) + 1);
        await pause(1_000);
      }
    }
  };
  const next = async () => {
    const { names, withdrawn, until } = await insist(since);
    for (const [id, name] of names) known.set(id, name);
    for (const id of withdrawn) known.delete(id);
    since = until;
    reader.files += 1;
  };
  const begun = new Date(Date.now() - 86_400_000).toISOString();
  const whole = async () => {
    const { names } = await insist(begun);
    reader.files += 1;
    const missing = [...known.keys()].filter((id) => !names.has(id));
    if (missing.length > 0) reader.faults.push(`a bulk file of everything lacks ${missing.length} events`);
  };
  const reader: BulkReader = {
    files: 0,
    repeats: new Map(),
    faults: [],
    async judge(sql) {
      await next();
      const listed = await sql<{ id: string; name: string }[]>`
        SELECT e.id, e.name FROM event_listings l JOIN events e ON e.id = l.event_id WHERE l.upcoming AND NOT l.test`;
      for (const { id, name } of listed) {
        const read = known.get(id);
        if (read !== name) reader.faults.push(`${id} is "${name}", and by the bulk files "${read}"`);
      }
      const [row] = await sql<{ building: number }[]>`
        SELECT count(*)::int AS building FROM bulk_files WHERE state = 'building'`;
      if (row?.building !== 0) reader.faults.push(`${row?.building} bulk files are still being built`);
    },
    async stop() {
      isOver = true;
      await work;
    },
  };
  const work = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await (n % WHOLE_EVERY === WHOLE_EVERY - 1 ? whole() : next());
      await pause(GAP_MS);
    }
  })();
  return reader;
}
