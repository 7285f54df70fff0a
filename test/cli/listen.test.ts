import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '../../src/access/create-key.js';
import { sendTest } from '../../src/deliveries/endpoints/send-test.js';
import { verifySignature } from '../../src/deliveries/rules/webhook-signature.js';
import { startedAt } from '../../src/embedded/process-identity.js';
import { removeRuntime, writeRuntime } from '../../src/embedded/runtime-file.js';
import { type CommandEnd, runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { addWebhookRows } from '../support/data/deliveries.js';
import { temporaryFolder } from '../support/environment.js';
import { waitFor } from '../support/wait-for.js';

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let ctx: TestContext;
let shop: Shop;
let keyId: string;
let server: Server;
let url: string;
const received: Received[] = [];
let answer = { status: 204, text: '' };

beforeAll(async () => {
  // Deliveries of this service may go to private addresses.
  ctx = await createTestContext({ now: new Date().toISOString(), env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  keyId = (await createKey(ctx, { companyId: shop.live.companyId, kind: 'test' })).id;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?from=us`;
});
afterAll(async () => {
  await new Promise((resolve) => server?.close(resolve));
  await ctx?.close();
});

const webhooks = () =>
  ctx.sql<{ id: string; url: string }[]>`
    SELECT id, url FROM delivery_endpoints WHERE key_id = ${keyId} AND status <> 'removed'`;

/** Runs the command until `work` is done with it. */
async function listening(work: (out: () => string) => Promise<void>, more: string[] = []): Promise<CommandEnd> {
  const stop = new AbortController();
  let out = '';
  const onOut = (text: string) => {
    out += text;
  };
  const argv = ['listen', '--key', keyId, '--forward', url, ...more];
  const ended = runCli(ctx, argv, { signal: stop.signal, onOut });
  try {
    await waitFor(() => /Signing secret|"listening"/.test(out), { what: 'the command to listen' });
    await work(() => out);
  } finally {
    stop.abort();
  }
  return ended;
}

test('forwards the same bytes with the signature, passes the answer back, and leaves nothing behind', async () => {
  let secret = '';
  const ended = await listening(async (out) => {
    secret = /whsec_\w+/.exec(out())?.[0] ?? '';
    const [webhook] = await webhooks();
    answer = { status: 202, text: 'taken' };
    const sent = await sendTest(ctx, webhook?.id ?? '');
    expect(sent).toMatchObject({ outcome: 'ok', statusCode: 202, answer: 'taken' });
    const [one] = received;
    expect(one).toMatchObject({
      url: '/hook?from=us',
      headers: {
        'content-type': expect.stringContaining('application/json'),
        'service-delivery-id': sent.deliveryId,
        'service-event': 'event.changed',
        'service-timestamp': expect.stringMatching(/^\d+$/),
      },
    });
    const signature = { header: String(one?.headers['service-signature']), body: one?.body ?? Buffer.alloc(0) };
    expect(verifySignature({ ...signature, secrets: [secret], now: Date.now() / 1000 })).toBe(true);
    await waitFor(() => new RegExp(`\nevent.changed  ${sent.deliveryId}  202  \\d+ ms\n`).test(out()));

    answer = { status: 500, text: 'broken' };
    expect(await sendTest(ctx, webhook?.id ?? '')).toMatchObject({ outcome: 'http_5xx', statusCode: 500 });
    answer = { status: 302, text: '' };
    expect(await sendTest(ctx, webhook?.id ?? '')).toMatchObject({ outcome: 'http_3xx', statusCode: 302 });
    answer = { status: 204, text: '' };
  });
  expect(ended).toMatchObject({ code: 0, err: expect.stringMatching(/^Removed whk_\w+\.\n$/) });
  expect(await webhooks()).toEqual([]);

  const again = await listening(async () => {});
  expect(again.out).toContain(secret);
});

test('a local server that is away is a failure to the service, and is said', async () => {
  const away = url;
  url = 'http://127.0.0.1:1/hook';
  try {
    const { code, out } = await listening(async () => {
      const [webhook] = await webhooks();
      expect(await sendTest(ctx, webhook?.id ?? '')).toMatchObject({ outcome: 'http_5xx', statusCode: 502 });
    }, ['--json']);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        { line: 'listening', webhook: expect.stringMatching(/^whk_/), secret: expect.any(String), forward: url },
        {
          line: 'delivery',
          id: expect.stringMatching(/^dlv_/),
          type: 'event.changed',
          status: 502,
          duration_ms: expect.any(Number),
          failure: 'connection refused: is your server running?',
        },
      ],
    });
  } finally {
    url = away;
  }
});

test('the rest of a killed run is removed by the next one; a listening one is not', async () => {
  const dead = { id: 'whk_left', mode: 'test' as const, url: 'http://127.0.0.1:1/partner-events-listen/dead' };
  await addWebhookRows(ctx, { companyId: shop.live.companyId, keyId }, [dead]);
  await listening(async () => {
    expect((await webhooks()).map(({ id }) => id)).not.toContain('whk_left');
    const [first] = await webhooks();
    const second = await listening(async () => {
      const both = await webhooks();
      expect(both).toHaveLength(2);
      expect(both.map(({ id }) => id)).toContain(first?.id);
    });
    expect(second.code).toBe(0);
    expect((await webhooks()).map(({ id }) => id)).toEqual([first?.id]);
  });
  expect(await webhooks()).toEqual([]);
});

test('ends when the start that sends to it has ended, and says so', async () => {
  const folder = temporaryFolder();
  const listen_receiver = 'http://127.0.0.1:0';
  writeRuntime(folder.path, { pid: process.pid, started_at: startedAt(process.pid), listen_receiver, processes: [] });
  const env = { DATA_DIR: folder.path, LISTEN_RECEIVER: listen_receiver };
  const ended = runCli(ctx, ['listen', '--key', keyId, '--forward', url], { env });
  await waitFor(async () => (await webhooks()).length === 1, { what: 'the command to listen' });
  removeRuntime(folder.path);
  expect(await ended).toMatchObject({ code: 1, err: expect.stringContaining('The service stopped') });
  expect(await webhooks()).toEqual([]);
  folder.remove();
});

describe('refusals', () => {
  const listen = (env: Record<string, string>, key = keyId, forward = url) =>
    runCli(ctx, ['listen', '--key', key, '--forward', forward], { env });

  test('where deliveries may not go to this machine, it says what to set', async () => {
    const { code, err } = await listen({ ALLOW_PRIVATE_DELIVERY: '0' });
    expect(code).toBe(1);
    expect(err).toContain('ALLOW_PRIVATE_DELIVERY=1 for its workers and for this command');
  });

  test('a live key, an unknown key, no URL', async () => {
    expect(await listen({}, shop.live.keyId)).toMatchObject({ code: 2, err: expect.stringContaining('is a live key') });
    expect(await listen({}, 'key_none')).toMatchObject({ code: 1, err: 'There is no key key_none.\n' });
    expect(await listen({}, keyId, 'localhost:4000')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--forward'),
    });
    expect(await webhooks()).toEqual([]);
  });

  test('a webhook to this machine is refused with the way there is', async () => {
    const argv = ['endpoint', 'add', '--kind', 'webhook', '--key', keyId, '--url', 'http://localhost:4000/hook'];
    const { code, err } = await runCli(ctx, argv, { env: { ALLOW_PRIVATE_DELIVERY: '0' } });
    expect(code).toBe(2);
    expect(err).toContain('ALLOW_PRIVATE_DELIVERY=1');
    expect(err).toContain('partner-events listen');
  });

  test('the port that `npm start` keeps is used, and named when it is taken', async () => {
    const taken = { ALLOW_PRIVATE_DELIVERY: '0', LISTEN_RECEIVER: new URL(url).origin };
    const { code, err } = await listen(taken);
    expect(code).toBe(1);
    expect(err).toMatch(/^Port \d+, which this start keeps for `listen`, is in use/);
  });
});
