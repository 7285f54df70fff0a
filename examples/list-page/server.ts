import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';

/*
 * Serves the page, and the client as it is installed: browsers load it without a bundler.
 *
 *     BASE_URL=https://api.example.com/v1 WEBSITE_KEY=tt_pk_live_… PORT=4001 node server.ts
 */

const { PORT = '4001', BASE_URL, WEBSITE_KEY } = process.env;
const { resolve } = createRequire(join(process.cwd(), 'server.ts'));
const CLIENT = join(dirname(resolve('@partner-events/client/package.json')), 'dist/esm');
const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

async function respond(path: string): Promise<{ type: string; body: string | Buffer }> {
  if (path === '/settings.json') {
    return { type: 'application/json', body: JSON.stringify({ baseUrl: BASE_URL, key: WEBSITE_KEY }) };
  }
  const name = path === '/' ? '/index.html' : normalize(path);
  const file = name.startsWith('/client/') ? join(CLIENT, name.slice('/client'.length)) : join(process.cwd(), name);
  return { type: TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain', body: await readFile(file) };
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  respond(pathname).then(
    ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
    () => response.writeHead(404).end(),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening', server.address()));
