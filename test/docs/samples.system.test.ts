import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSampleFiles, type SampleFile } from '../../api/documents/samples.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { bearer } from '../support/api.js';
import { temporaryFolder } from '../support/environment.js';
import { newClient } from '../support/oauth.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';
import { waitFor } from '../support/wait-for.js';

const run = promisify(execFile);
const guide = (name: string) => readFileSync(join(projectRoot(), 'docs', `${name}.md`), 'utf8');
const blocks = (name: string, language: string) =>
  [...guide(name).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);

const folder = temporaryFolder();
afterAll(() => folder.remove());
let site: BrowserSite;
let env: Record<string, string>;
beforeAll(async () => {
  site = await openBrowserSite();
  const { api } = site;
  const client = await newClient(api, { keyId: api.keys.test.id, scopes: ['events:read'] });
  env = {
    PATH: process.env.PATH ?? '',
    API: `${site.origin}/v1`,
    KEY: api.keys.test.key,
    CLIENT_ID: client.id,
    CLIENT_SECRET: client.secret,
  };
});
afterAll(() => site?.close());

/** An order that waits for its payment. */
async function placeOrder(): Promise<string> {
  const headers = bearer(site.api.keys.test, { 'idempotency-key': randomUUID() });
  const payload = {
    event_id: 'evt_test_berlin_jazz_night',
    ticket_type_id: 'tkt_test_berlin_jazz_night_standard',
    quantity: 1,
    buyer_name: 'Ada',
    buyer_email: 'ada@example.com',
  };
  return (await site.api.app.inject({ method: 'POST', url: '/v1/orders', headers, payload })).json().id;
}

/** Runs a program of a file and answers what it printed. @throws with what it said if it failed. */
async function runFile(program: string, name: string, text: string, more = {}): Promise<string> {
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return (await run(program, [file], { env: { ...env, ...more } })).stdout;
}

/** All samples of a file as one program, each announced by its id. */
const PROGRAMS: Record<SampleFile['lang'], { program: string; name: string; join: (file: SampleFile) => string }> = {
  sh: {
    program: 'bash',
    name: 'calls.sh',
    join: ({ samples }) =>
      ['set -e', ...[...samples].map(([id, code]) => `${code} -sS\necho; echo "ran ${id}"`)].join('\n'),
  },
  ts: {
    program: process.execPath,
    name: 'calls.mjs',
    join: ({ before, samples }) =>
      [before, ...[...samples].map(([id, code]) => `{\n${code}\nconsole.log('ran ${id}');\n}`)].join('\n'),
  },
  python: {
    program: 'python3',
    name: 'calls.py',
    join: ({ before, samples }) =>
      [before, ...[...samples].map(([id, code]) => `${code}\nprint("ran ${id}")`)].join('\n'),
  },
};

describe('the samples of the reference', () => {
  test.each(readSampleFiles())('those in $lang run', async (file) => {
    const { program, name, join: whole } = PROGRAMS[file.lang];
    const said = await runFile(program, name, whole(file), { ORDER: await placeOrder() });
    const ran = [...said.matchAll(/^ran (\w+)$/gm)].map(([, id]) => id);
    expect(ran).toEqual([...file.samples.keys()]);
  });

  test('every language has the same ones', () => {
    const [first, ...others] = readSampleFiles().map(({ samples }) => [...samples.keys()]);
    for (const other of others) expect(other).toEqual(first);
  });
});

describe('the quickstart', () => {
  test('its shell blocks run, one after another, and end with an earning', async () => {
    const [exports = '', ...rest] = blocks('quickstart', 'sh');
    expect(exports).toContain('export KEY=tt_test_…');
    expect(await runFile('bash', 'quickstart.sh', ['set -e', ...rest].join('\n'))).toContain('"checkout_url"');
  });

  test.each([
    ['ts', process.execPath, 'mjs'],
    ['python', 'python3', 'py'],
  ])('its %s blocks run', async (language, program, ending) => {
    const [list = '', order = ''] = blocks('quickstart', language);
    expect(await runFile(program, `list.${ending}`, list)).toContain('/buy/evt_test_');
    expect(await runFile(program, `order.${ending}`, order)).toMatch(/^ord_\S+ [\d.]+ EUR http/);
  });

  test('the loop that keeps a copy runs', async () => {
    const [loop = ''] = blocks('catalogue-copy', 'python');
    expect(await runFile('python3', 'copy.py', loop)).toMatch(/^\d+ events, up to 20\d\d-/);
  });

  test.each([
    ['ts', process.execPath, 'mjs'],
    ['python', 'python3', 'py'],
  ])('its %s receiver takes what we sign and refuses the rest', async (language, program, ending) => {
    const file = join(folder.path, `receiver.${ending}`);
    writeFileSync(file, blocks('quickstart', language)[2] ?? '');
    const secret = `whsec_${createHash('sha256').update(language).digest('hex')}`;
    const port = String(await freePort());
    const receiver = spawn(program, [file], { env: { ...env, PORT: port, WEBHOOK_SECRET: secret } });
    let said = '';
    receiver.stdout.on('data', (piece) => {
      said += piece;
    });
    try {
      await waitFor(() => said.includes('Listening'));
      const body = Buffer.from('{"type":"event.changed","data":{"event":{"name":"Café"}}}');
      const now = Math.floor(Date.now() / 1000);
      const post = async (signature: string) => {
        const headers = { 'Service-Signature': signature, 'Service-Event': 'event.changed' };
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
      };
      expect(await post(signatureHeader([secret], { timestamp: now, body }))).toBe(204);
      expect(await post(signatureHeader(['whsec_other', secret], { timestamp: now, body }))).toBe(204);
      expect(await post(signatureHeader(['whsec_other'], { timestamp: now, body }))).toBe(401);
      expect(await post(signatureHeader([secret], { timestamp: now - 301, body }))).toBe(401);
      expect(await post('nonsense')).toBe(401);
      await waitFor(() => said.includes('verified event.changed') && said.includes('refused event.changed'));
    } finally {
      receiver.kill('SIGKILL');
    }
  });
});
