import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { buildClient } from '../support/build-packages.js';
import { addTicketType } from '../support/data/build.js';
import { type BulkSite, buildAsked, createBulkSite } from '../support/data/bulk.js';
import { addEvents } from '../support/data/listings.js';
import { temporaryFolder } from '../support/environment.js';
import { listen } from '../support/outside/misbehaving-server.js';
import { describeInBrowser, newTestPage, startBrowser } from '../support/system/browser.js';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.js';

const run = promisify(execFile);
/** The API's file `/client.tgz`. */
const tarball = join(projectRoot(), 'dist/client/client.tgz');
const bin = (name: string) => join(projectRoot(), 'node_modules/.bin', name);
const folder = temporaryFolder();

let site: BulkSite;
let proxy: FaultProxy;
let settings: Record<string, string>;
let packed: string[];
let building: NodeJS.Timeout;

beforeAll(async () => {
  await buildClient();
  packed = (await run('tar', ['-tzf', tarball])).stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
    .sort();
  writeFileSync(join(folder.path, 'package.json'), '{ "name": "a-partner", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder.path });

  site = await createBulkSite();
  const samples = Array.from({ length: 9 }, (_, i) => ({ id: `evt_test_${i}`, test: true, name: `Sample ${i}` }));
  await addEvents(site.ctx, samples);
  const ticket = await addTicketType(site.ctx, 'evt_test_0', { capacity: 100 });
  const address = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  proxy = await startFaultProxy(Number(address.port));
  const { key } = await site.newKey({ kind: 'test', rateLimit: 100_000 });
  settings = { baseUrl: `http://localhost:${proxy.port}/v1`, key, ticket };
  // A worker's part.
  building = setInterval(() => void buildAsked(site.ctx).catch(() => {}), 200);
});
afterAll(async () => {
  clearInterval(building);
  await proxy.close();
  await site.close();
  folder.remove();
});

/** Each program's use of the client; it returns its observations. */
const BODY = `
  const { baseUrl, key, ticket, file } = settings;
  const client = new PartnerEvents({ baseUrl, key, maxRetries: 8 });
  const ids = [];
  for await (const event of client.events.list({ limit: 4 })) ids.push(event.id);
  const order = { event_id: 'evt_test_0', ticket_type_id: ticket, quantity: 1, buyer_email: 'ada@example.com', buyer_name: 'Ada' };
  const { status } = await client.orders.create(order);
  let code = 'none';
  try {
    await client.events.get('evt_test_none');
  } catch (error) {
    if (error instanceof EventNotFoundError) code = error.code;
  }
  let lines = 0;
  if (file !== '') for await (const line of (await client.bulk.download(file)).items()) if (line.id !== '') lines += 1;
  await client.close();
  return { ids: new Set(ids).size, status, code, lines };
`;
const SEEN = { ids: 9, status: 'awaiting_payment', code: 'event_not_found', lines: 9 };

/** @returns the program's output. */
async function runProgram(name: string, text: string): Promise<unknown> {
  const file = join(folder.path, name);
  writeFileSync(file, text);
  // A whole file is available every 15 minutes.
  const SETTINGS = JSON.stringify({ ...settings, file: `${await site.subscribe()}.ndjson.gz` });
  const env = { ...process.env, SETTINGS };
  return JSON.parse((await run(process.execPath, [file], { cwd: folder.path, env })).stdout);
}

const MAIN = `
async function main(settings) {${BODY}}
main(JSON.parse(process.env.SETTINGS)).then((seen) => console.log(JSON.stringify(seen)));
`;

test.each([
  ['require', 'main.cjs', "const { PartnerEvents, EventNotFoundError } = require('@partner-events/client');"],
  ['import', 'main.mjs', "import { PartnerEvents, EventNotFoundError } from '@partner-events/client';"],
])('the packed client works with %s, through faults, and orders once', async (_how, name, head) => {
  const ordersBefore = await orders();
  expect(await runProgram(name, head + MAIN)).toEqual(SEEN);
  expect((await orders()) - ordersBefore).toBe(1);
  expect(Math.min(...Object.values(proxy.counts))).toBeGreaterThan(0);
});

async function orders(): Promise<number> {
  const [row] = await site.ctx.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM orders`;
  return row?.count ?? 0;
}

test.each([
  ['with the types of browsers alone', ['--lib', 'es2022,dom', '--types', '']],
  [
    'with the types of Node alone',
    ['--lib', 'es2022', '--typeRoots', join(projectRoot(), 'node_modules/@types'), '--types', 'node'],
  ],
])('a strict program compiles, as both kinds of module, %s', async (_name, flags) => {
  const typed = `
import { EventNotFoundError, PartnerEvents, webhooks, type Event } from '@partner-events/client';
import { verify } from '@partner-events/client/webhooks';
export async function main(settings: Record<'baseUrl' | 'key' | 'ticket' | 'file', string>): Promise<object> {${BODY.replace('const ids = []', 'const ids: string[] = []')}}
export const label = ({ name, tickets }: Event): string => name + tickets.availability;
export async function received(body: string): Promise<string> {
  const event = await webhooks.verify(body, {}, ['secret']);
  if (event.type === 'earnings.changed') return event.data.earning.sale_id;
  if (event.type === 'order.changed') return event.data.order.id;
  if (event.type === 'settlement.changed') return event.data.settlement.id;
  return 'event' in event.data ? event.data.event.name : event.data.withdrawn.id;
}
export { verify };
// @ts-expect-error: a field that no order has
export const wrong = (client: PartnerEvents) => client.orders.create({ event: 'evt_1' });
`;
  for (const name of ['typed.mts', 'typed.cts']) writeFileSync(join(folder.path, name), typed);
  const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'nodenext'];
  const compiled = run(bin('tsc'), [...strict, ...flags, 'typed.mts', 'typed.cts'], { cwd: folder.path });
  await expect(compiled.catch(({ stdout }) => Promise.reject(new Error(stdout)))).resolves.toMatchObject({
    stdout: '',
  });
});

test('the tarball contains the build and its metadata, and nothing else', () => {
  const own = packed.filter((path) => !/^dist\/(esm|cjs)\/(generated\/|webhooks\/)?[a-z-]+\.(js|d\.ts)$/.test(path));
  expect(own).toEqual(['README.md', 'dist/cjs/package.json', 'dist/esm/package.json', 'package.json']);
  const halves = ['esm', 'cjs'].map((half) =>
    packed.filter((path) => path.startsWith(`dist/${half}/`)).map((path) => path.slice(9)),
  );
  expect(halves[0]).toEqual(halves[1]);
  const manifest = JSON.parse(
    readFileSync(join(folder.path, 'node_modules/@partner-events/client/package.json'), 'utf8'),
  );
  for (const name of ['dependencies', 'peerDependencies', 'scripts']) expect(manifest).not.toHaveProperty(name);
});

/** The library is an ES module, which tests cannot load. */
const CHECK_TYPES = `
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(process.argv[1])));
console.log(JSON.stringify({ hasTypes: Boolean(types), problems }));`;

test('publint and attw find nothing', async () => {
  await expect(run(bin('publint'), ['run', tarball, '--strict'])).resolves.toMatchObject({
    stdout: expect.stringContaining('All good!'),
  });
  const checking = run(process.execPath, ['--input-type=module', '--eval', CHECK_TYPES, tarball], {
    cwd: projectRoot(),
  });
  expect(JSON.parse((await checking).stdout)).toEqual({ hasTypes: true, problems: [] });
});

describeInBrowser('the packed client in a page', () => {
  test('works through faults without a bundler, and refuses a server key', async () => {
    mkdirSync(join(folder.path, 'page'), { recursive: true });
    const page = `<!doctype html><title>A partner</title>
<script type="importmap">{ "imports": { "@partner-events/client": "/client/index.js" } }</script>
<script type="module">
  import { EventNotFoundError, PartnerEvents } from '@partner-events/client';
  async function main(settings) {${BODY}}
  const refusals = ['tt_sk_live_a', 'tt_at_a'].map((key) => {
    try { new PartnerEvents({ baseUrl: 'https://api.example.com/v1', key }); } catch (error) { return error.name; }
  });
  // Files are for servers: a page may not send their Range.
  main({ ...${JSON.stringify(settings)}, file: '' }).then((seen) => { window.seen = { ...seen, refusals }; });
</script>`;
    const client = join(folder.path, 'node_modules/@partner-events/client/dist/esm');
    const server = createServer(({ url = '/' }, response) => {
      const isPage = !url.startsWith('/client/');
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/javascript' });
      response.end(isPage ? page : readFileSync(join(client, url.slice('/client/'.length))));
    });
    const { port, close } = await listen(server);
    const browser = await startBrowser();
    try {
      const { page: tab } = await newTestPage(browser, `http://localhost:${port}`);
      await tab.goto('/');
      const seen = await (await tab.waitForFunction('window.seen')).jsonValue();
      expect(seen).toEqual({ ...SEEN, lines: 0, refusals: ['TypeError', 'TypeError'] });
    } finally {
      await browser.close();
      await close();
    }
  });
});
