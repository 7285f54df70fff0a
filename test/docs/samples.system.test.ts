import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSamples } from '../../api/documents/samples.js';
import type { CreatedClient } from '../../src/access/oauth-clients.js';
import { addSubscription } from '../../src/bulk/subscriptions.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { recordAdjustment } from '../../src/earnings/record-adjustment.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { newClient, tokenOf } from '../support/access/oauth.js';
import { bearer } from '../support/api.js';
import { buildAsked } from '../support/data/bulk.js';
import { closeMonth, statementsOf } from '../support/data/settle.js';
import { temporaryFolder } from '../support/environment.js';
import { listen } from '../support/outside/misbehaving-server.js';
import { type BrowserSite, openBrowserSite } from '../support/system/browser-site.js';
import { compileStrictly, guideBlocks, installClient } from '../support/system/guide.js';
import { waitFor } from '../support/wait-for.js';

const run = promisify(execFile);
const folder = temporaryFolder();
afterAll(() => folder.remove());
let site: BrowserSite;
let client: CreatedClient;
let env: Record<string, string>;
beforeAll(async () => {
  site = await openBrowserSite({ DATA_DIR: folder.path });
  const { api } = site;
  client = await newClient(api, { keyId: api.keys.test.id, scopes: ['events:read'] });
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

/** Runs a program of a file. @returns its output. @throws with its output if it failed. */
async function runFile(program: string, name: string, text: string, more = {}): Promise<string> {
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return (await run(program, [file], { cwd: folder.path, env: { ...env, ...more } })).stdout;
}

/** A statement with a line, which only a server key reads. */
async function makeStatement(): Promise<string> {
  const { ctx, companyId: company } = site.api;
  await setTerms(ctx, { company, method: 'bank_transfer', netDays: 10, minimum: 50, reference: null });
  await ctx.sql.begin((tx) =>
    recordAdjustment(tx, { companyId: company, amount: { minor: 6_000, currency: 'EUR' } }, new Date('2026-10-02')),
  );
  await closeMonth(ctx, '2026-10');
  const [statement] = await statementsOf(ctx, company);
  if (!statement) throw new Error('the close wrote no statement');
  return statement.id;
}

describe('the samples of the reference', () => {
  let building: NodeJS.Timeout;
  let ofServerKey: Record<string, string>;
  beforeAll(async () => {
    await installClient(folder.path, site.origin);
    ofServerKey = { KEY: site.api.keys.server.key, SETTLEMENT: await makeStatement() };
    // A worker's part.
    building = setInterval(() => void buildAsked(site.api.ctx).catch(() => {}), 200);
  });
  afterAll(() => clearInterval(building));

  /** The objects of a sample besides the key, made for it alone. */
  const NEEDS: Record<string, () => Promise<Record<string, string>>> = {
    getOrders: async () => ({ ORDER: await placeOrder() }),
    getOrdersId: async () => ({ ORDER: await placeOrder() }),
    postOrdersIdCancel: async () => ({ ORDER: await placeOrder() }),
    getReportsEarnings: async () => ofServerKey,
    getReportsFunnel: async () => ofServerKey,
    getReportsFile: async () => ofServerKey,
    getSettlements: async () => ofServerKey,
    getSettlementsIdLines: async () => ofServerKey,
    getSettlementsFile: async () => ofServerKey,
    async getBulkFile() {
      const { id } = await addSubscription(site.api.ctx, { company: site.api.companyId });
      return { BULK_FILE: `${id}.ndjson.gz` };
    },
    postOauthRevoke: async () => ({ TOKEN: (await tokenOf(site.api, client)).key }),
  };
  const PROGRAMS = {
    sh: { program: 'bash', ending: 'sh', before: 'set -e\n' },
    ts: { program: process.execPath, ending: 'mjs', before: '' },
    python: { program: 'python3', ending: 'py', before: '' },
  } as const;
  const samples = [...readSamples()];

  test('each operation has one in every language', async () => {
    const { paths } = (await site.api.app.inject('/openapi.json')).json();
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(samples.map(([id]) => id).sort()).toEqual(operations.sort());
    for (const [id, all] of samples) expect([id, ...all.map(({ lang }) => lang)]).toEqual([id, 'sh', 'ts', 'python']);
  });

  test.each(samples)('%s: runs in every language', async (id, all) => {
    for (const { lang, source } of all) {
      const { program, ending, before } = PROGRAMS[lang];
      const said = await runFile(program, `${id}.${ending}`, before + source, await NEEDS[id]?.());
      // Downloads go into a file; a signal and a revocation have no answer to show.
      const isQuiet = ['getSettlementsFile', 'getBulkFile', 'postTrack', 'postOauthRevoke'].includes(id);
      expect({ id, lang, silent: said.trim() === '' && !isQuiet }).toEqual({ id, lang, silent: false });
    }
  });

  test('those in TypeScript compile, strictly', async () => {
    const sources = samples.map(([id, all]) => [id, all.find(({ lang }) => lang === 'ts')?.source ?? '']);
    expect(await compileStrictly(folder.path, Object.fromEntries(sources))).toBe('');
  });
});

describe('the quickstart', () => {
  // The samples before it used up the limit of the other key.
  beforeAll(async () => {
    env.KEY = (await site.api.newKey({ kind: 'test' })).key;
  });

  test('its shell blocks run, one after another, and end with an earning', async () => {
    const [exports = '', ...rest] = guideBlocks('quickstart', 'sh');
    expect(exports).toContain('export KEY=tt_test_…');
    expect(await runFile('bash', 'quickstart.sh', ['set -e', ...rest].join('\n'))).toMatch(
      /"checkout_url"[\s\S]*"status":"awaiting_payment"[\s\S]*"totals"/,
    );
  });

  test.each([
    ['ts', process.execPath, 'mjs'],
    ['python', 'python3', 'py'],
  ])('its %s blocks run', async (language, program, ending) => {
    const [list = '', order = ''] = guideBlocks('quickstart', language);
    expect(await runFile(program, `list.${ending}`, list)).toContain('/buy/evt_test_');
    expect(await runFile(program, `order.${ending}`, order)).toMatch(/^ord_\S+ [\d.]+ EUR http/);
  });

  test('its TypeScript compiles, strictly', async () => {
    const blocks = guideBlocks('quickstart', 'ts').map((code, index) => [`quickstart-${index}`, code]);
    expect(await compileStrictly(folder.path, Object.fromEntries(blocks))).toBe('');
  });

  test('the loop that keeps a copy reads in the order of changes from its first page on', async () => {
    const asked: string[] = [];
    const { key } = await site.api.newKey({ kind: 'test' });
    const { port, close } = await listen(
      createServer(async ({ url = '', headers }, response) => {
        asked.push(url);
        const authorization = headers.authorization ?? '';
        // The second page is asked for too early, once.
        if (asked.length === 2) return response.writeHead(429, { 'retry-after': '0' }).end('{}');
        const answer = await fetch(`${site.origin}${url}`, { headers: { authorization } });
        const wait = answer.headers.get('retry-after');
        response.writeHead(answer.status, wait ? { 'retry-after': wait } : {}).end(await answer.text());
      }),
    );
    const [loop = ''] = guideBlocks('catalogue-copy', 'python');
    const said = await runFile('python3', 'keep-copy.py', loop, {
      API: `http://localhost:${port}/v1`,
      KEY: key,
    }).finally(close);
    expect(said).toMatch(/^[1-9]\d* events, up to 20\d\d-/);
    expect(asked.length).toBeGreaterThan(1);
    for (const url of asked) expect(url).toMatch(/changed_since=|cursor=/);
  });

  test.each([
    ['ts', process.execPath, 'mjs'],
    ['python', 'python3', 'py'],
  ])('its %s receiver takes what we sign and refuses the rest', async (language, program, ending) => {
    const file = join(folder.path, `receiver.${ending}`);
    const receives = guideBlocks('quickstart', language).find((block) => block.includes('Listening'));
    writeFileSync(file, receives ?? '');
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
