import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addSubscription } from '../../src/bulk/subscriptions.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { newClient } from '../support/access/oauth.js';
import { buildAsked } from '../support/data/bulk.js';
import { temporaryFolder } from '../support/environment.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';
import { compileStrictly, guideBlocks, installClient } from '../support/system/guide.js';
import { waitFor } from '../support/wait-for.js';

const run = promisify(execFile);
const folder = temporaryFolder();
afterAll(() => folder.remove());
/** Each under its heading, but for the receiver, which waits for deliveries. */
const programs = [...guideBlocks('client', 'ts'), ...guideBlocks('finding', 'ts')];
const receiver = programs.find((code) => code.includes('nodeHandler')) ?? '';

let site: BrowserSite;
let env: Record<string, string>;
let building: NodeJS.Timeout;
beforeAll(async () => {
  site = await openBrowserSite({ DATA_DIR: folder.path });
  await installClient(folder.path, site.origin);
  const { api } = site;
  const oauth = await newClient(api, { keyId: api.keys.test.id, scopes: ['events:read'] });
  const { id } = await addSubscription(api.ctx, { company: api.companyId });
  env = {
    PATH: process.env.PATH ?? '',
    API: `${site.origin}/v1`,
    KEY: api.keys.test.key,
    BULK_FILE: `${id}.ndjson.gz`,
    CLIENT_ID: oauth.id,
    CLIENT_SECRET: oauth.secret,
  };
  // A worker's part.
  building = setInterval(() => void buildAsked(api.ctx).catch(() => {}), 200);
});
afterAll(async () => {
  clearInterval(building);
  await site?.close();
});

/** As JavaScript: the guide names a type where the compiler needs it. */
const withoutTypes = (code: string) => code.replace(/: string \| Date = /, ' = ').replace('<string, object>', '');

test('its programs compile, strictly', async () => {
  expect(programs.length).toBeGreaterThan(6);
  const sources = programs.map((code, index) => [`guide-${index}`, code]);
  expect(await compileStrictly(folder.path, Object.fromEntries(sources))).toBe('');
});

test.each([
  ['events.list', /buy\/evt_test_/],
  ["q: 'jazz", /^found TEST EVENT .*Jazz.* Berlin /],
  ['venue_id', /^here \[.*Berlin Jazz Night'.*\]\nwith The Sample Quintet \[.*Berlin Jazz Night'/s],
  ["sort: 'price'", /^from [\d.]+ EUR TEST EVENT /],
  ['on_sale_from', /^on sale soon 0\n$/],
  ['favourites', /^TEST EVENT .*London.*\nTEST EVENT .*Berlin.*\nremove \[ 'evt_gone' \]\n/s],
  ['tickets.list', /berlin_jazz_night \S+ [\d.]+ EUR\n[\s\S]*not for sale here 0\n/],
  ['toArray', /^2 true\n/],
  ['EventNotFoundError', /^no such event req_/],
  ['orders.create', /^awaiting_payment http/],
  ['events.changes', /^[1-9]\d* events, up to 20\d\d-/],
  ['bulk.download', /^[1-9]\d*\n/],
  ['oauth:', /^[1-9]\d*\n/],
])('the example with %s does its work', async (what, output) => {
  const code = programs.find((program) => program.includes(what)) ?? '';
  const file = join(folder.path, 'program.mjs');
  writeFileSync(file, withoutTypes(code));
  expect((await run(process.execPath, [file], { cwd: folder.path, env })).stdout).toMatch(output);
});

test('its receiver takes what we sign and refuses the rest', async () => {
  const file = join(folder.path, 'hook.mjs');
  writeFileSync(file, receiver);
  const secret = 'whsec_0123456789abcdefghjkmnpqrstvwxyz01234567';
  const port = String(await freePort());
  const child = spawn(process.execPath, [file], {
    cwd: folder.path,
    env: { ...env, PORT: port, WEBHOOK_SECRET: `whsec_old,${secret}` },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
  }
  try {
    await waitFor(() => said.includes('Listening') || child.exitCode !== null);
    const event = { id: 'evt_1', name: 'Café', updated_at: '2026-11-24T12:00:00.000Z' };
    const body = JSON.stringify({
      id: 'chg_1',
      type: 'event.changed',
      created_at: '2026-11-24T12:00:00Z',
      mode: 'test',
      data: { event },
    });
    const post = async (signedWith: string) => {
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = { 'service-signature': signatureHeader([signedWith], { timestamp, body }) };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    expect([await post(secret), await post('whsec_other')]).toEqual([204, 400]);
    await waitFor(() => said.includes('verified event.changed Café') && said.includes('refused'));
  } finally {
    child.kill('SIGKILL');
  }
});
