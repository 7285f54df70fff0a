import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { webhooks } from '@partner-events/client';
import Database from 'libsql';

/*
 * Receives webhooks, and keeps the newest version of each event and earning in SQLite:
 *
 *     WEBHOOK_SECRET=whsec_… PORT=4000 node receiver.ts state.db
 *
 * During a rotation, give both secrets with a comma between them.
 */

const { PORT = '4000', WEBHOOK_SECRET = '' } = process.env;
const [file = 'state.db'] = process.argv.slice(2);

const [schema = '', keep = ''] = readFileSync(join(process.cwd(), 'store.sql'), 'utf8').split('-- name: keep');
const db = new Database(file);
db.exec(`PRAGMA journal_mode = WAL; ${schema}`);
// SQLite numbers its parameters with a question mark.
const statement = db.prepare(keep.replace(/\$(\d)/g, '?$1'));

const handler = webhooks.nodeHandler({
  secrets: WEBHOOK_SECRET.split(',').map((secret) => secret.trim()),
  onEvent(event) {
    const { key, version } = webhooks.versionOf(event);
    const { changes } = statement.run(key, version, JSON.stringify(event.data));
    console.log(`${event.id} ${key} ${changes > 0 ? 'kept' : 'known or older'}`);
  },
  onError: (error) => console.error(error instanceof Error ? error.message : error),
});

const server = createServer((request, response) => {
  if (request.method === 'POST') void handler(request, response);
  else response.writeHead(405, { Allow: 'POST' }).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening', server.address()));
