import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { type Order, PartnerEvents, webhooks } from '../../../packages/client/src/index.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';

export interface MirrorSettings {
  /** Two tables of orders in SQLite: `polled` by lists of changes, `pushed` by webhooks. */
  file: string;
  baseUrl: string;
  key: string;
  /** Where the webhook is received, and its secret. */
  port: number;
  secret: string;
}

/** Starts a partner's mirror of its orders in a process of its own, which goes on from the position in its file. */
export async function spawnMirror(settings: MirrorSettings): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-r', join(projectRoot(), 'test/support/run-typescript.cjs'), __filename], {
    cwd: projectRoot(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MIRROR: JSON.stringify(settings) },
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the mirror ended with ${code}`)));
  });
  return child;
}

/** The orders of a table by their ids. */
export function readMirror(file: string, table: 'polled' | 'pushed'): Map<string, Order> {
  const db = new Database(file);
  const rows = db.prepare(`SELECT id, document FROM ${table} ORDER BY id`).all() as { id: string; document: string }[];
  db.close();
  return new Map(rows.map(({ id, document }) => [id, JSON.parse(document)]));
}

async function main(settings: MirrorSettings): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  const db = new Database(settings.file);
  db.pragma('journal_mode = WAL');
  // A killed process loses nothing: only a crash of the machine would.
  db.pragma('synchronous = OFF');
  db.exec(`
    CREATE TABLE IF NOT EXISTS polled (id TEXT PRIMARY KEY, version TEXT NOT NULL, document TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS pushed (id TEXT PRIMARY KEY, version TEXT NOT NULL, document TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS state (position TEXT NOT NULL);`);
  const put = (table: string) =>
    db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, document = excluded.document`);
  const [putPolled, putPushed] = [put('polled'), put('pushed')];
  const polledVersion = db.prepare('SELECT version FROM polled WHERE id = ?');
  const pushedVersion = db.prepare('SELECT version FROM pushed WHERE id = ?');

  const handler = webhooks.nodeHandler({
    secrets: settings.secret,
    onEvent(event) {
      if (event.type !== 'order.changed') throw new Error(`received ${event.type}`);
      const { order } = event.data;
      const known = pushedVersion.get(order.id) as { version: string } | undefined;
      if (webhooks.isNewer(event, known?.version))
        putPushed.run(order.id, webhooks.versionOf(event).version, JSON.stringify(order));
    },
    onError: (error) => console.error(error),
  });
  const server = createServer((request, response) => void handler(request, response));
  server.listen(settings.port, '127.0.0.1', () => process.send?.('ready'));

  const store = db.transaction((orders: Order[], position: string) => {
    for (const order of orders) {
      const known = polledVersion.get(order.id) as { version: string } | undefined;
      if (!known || order.version > Number(known.version))
        putPolled.run(order.id, order.version, JSON.stringify(order));
    }
    db.prepare('DELETE FROM state').run();
    db.prepare('INSERT INTO state VALUES (?)').run(position);
  });
  const client = new PartnerEvents({ baseUrl: settings.baseUrl, key: settings.key });
  for (;;) {
    const stored = db.prepare('SELECT position FROM state').get() as { position: string } | undefined;
    try {
      const changes = client.orders.changes(stored?.position ?? new Date(0), { limit: 50 });
      for await (const { orders, position } of changes.batches()) store(orders, position);
    } catch {
      // The API is down: the stored position is where the next walk begins.
    }
    await pause(50);
  }
}

if (require.main === module) void main(JSON.parse(process.env.MIRROR ?? ''));
