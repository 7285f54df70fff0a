import { type Change, PartnerEvents } from '@partner-events/client';
import Database from 'libsql';

/*
 * A copy of the catalogue in SQLite that misses nothing. Run it every minute, for example by cron:
 *
 *     BASE_URL=https://api.example.com/v1 PARTNER_EVENTS_KEY=tt_sk_live_… node mirror.ts events.db
 *
 * It may be killed at any moment: a batch and the position after it are written in one transaction.
 */

const { BASE_URL = '', PARTNER_EVENTS_KEY } = process.env;
const [file = 'events.db'] = process.argv.slice(2);

const db = new Database(file);
db.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, document TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS position (one INTEGER PRIMARY KEY CHECK (one = 1), value TEXT NOT NULL);
`);
const save = db.prepare(
  'INSERT INTO events (id, document) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
);
const remove = db.prepare('DELETE FROM events WHERE id = ?');
const move = db.prepare(
  'INSERT INTO position (one, value) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET value = excluded.value',
);

const apply = db.transaction((changes: Change[], position: string) => {
  for (const { event, withdrawn } of changes) {
    if (event) save.run(event.id, JSON.stringify(event));
    else remove.run(withdrawn.id);
  }
  move.run(position);
});

function storedPosition(): string | Date {
  const row: unknown = db.prepare('SELECT value FROM position').get();
  // From the beginning: everything you may show, ended and cancelled events too.
  if (typeof row !== 'object' || row === null || !('value' in row)) return new Date(0);
  return String(row.value);
}

async function main(): Promise<void> {
  const client = new PartnerEvents({ baseUrl: BASE_URL, key: PARTNER_EVENTS_KEY, maxRetries: 10 });
  let applied = 0;
  for await (const { changes, position } of client.events.changes(storedPosition()).batches()) {
    apply(changes, position);
    applied += changes.length;
  }
  console.log(`${applied} changes applied`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
