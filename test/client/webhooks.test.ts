import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import fastify from 'fastify';
import postgres from 'postgres';
import { earning } from '../../api/documents/examples/earning.js';
import { event } from '../../api/documents/examples/event.js';
import { order } from '../../api/documents/examples/order.js';
import { webhooks } from '../../packages/client/src/index.js';
import type { WebhookEvent } from '../../packages/client/src/webhooks/index.js';
import { CHANGE_TYPES } from '../../src/core/change-type.js';
import { receiverScript } from '../../src/deliveries/endpoints/rules/receiver-script.js';
import { signatureHeader } from '../../src/deliveries/rules/webhook-signature.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestDatabase } from '../support/database.js';
import { waitFor } from '../support/wait-for.js';

const SECRET = 'whsec_0123456789abcdefghjkmnpqrstvwxyz01234567';
const OTHER = 'whsec_another6789abcdefghjkmnpqrstvwxyz01234567';
const now = Math.floor(Date.now() / 1000);

function delivery(type: string, data: object, id = 'chg_1') {
  const body = JSON.stringify({ id, type, created_at: '2026-11-24T12:00:00.000Z', mode: 'test', data });
  return { body, headers: { 'service-signature': signatureHeader([SECRET], { timestamp: now, body }) } };
}
const shown = (updated_at: string) => delivery('event.changed', { event: { ...event, updated_at } });
const withdrawn = (withdrawn_at: string) => delivery('event.changed', { withdrawn: { id: event.id, withdrawn_at } });
const ordered = (version: number) => delivery('order.changed', { order: { ...order, version } });
const earned = (status: string) => delivery('earnings.changed', { earning: { ...earning, status } });
/** With the connections that callers keep. */
function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}
const read = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  webhooks.verify(body, headers, SECRET);

describe('verify', () => {
  test('reads what we signed, of whatever kind body and headers are', async () => {
    const { body, headers } = delivery('event.changed', { event });
    const bytes = Buffer.from(body);
    for (const content of [body, bytes, new Uint8Array(bytes), Uint8Array.from(bytes).buffer]) {
      for (const given of [headers, new Headers(headers), { 'Service-Signature': [headers['service-signature']] }]) {
        expect((await webhooks.verify(content, given, [OTHER, SECRET])).id).toBe('chg_1');
      }
    }
  });

  test('passes our own check of receivers', async () => {
    let made = 0;
    const newId = (kind: string) => `${kind}_${++made}`;
    for (const step of receiverScript({
      secret: SECRET,
      other: OTHER,
      now,
      event: null,
      types: CHANGE_TYPES,
      newId,
    })) {
      const verdict = webhooks.verify(step.body, { 'service-signature': step.signature }, SECRET).then(
        () => 'take',
        () => 'refuse',
      );
      expect([step.code, await verdict]).toEqual([step.code, step.expected]);
    }
  });

  test.each([
    ['signature_missing', {}],
    ['signature_malformed', { 'service-signature': 'nonsense' }],
    ['signature_malformed', { 'service-signature': `v1=${'0'.repeat(64)}` }],
    ['signature_malformed', { 'service-signature': `t=${now},v1=abc` }],
    ['signature_wrong', { 'service-signature': `t=${now},v1=${'0'.repeat(64)}` }],
    ['signature_wrong', { 'service-signature': signatureHeader([OTHER], { timestamp: now, body: '{}' }) }],
    ['too_old', { 'service-signature': signatureHeader([SECRET], { timestamp: now - 301, body: '{}' }) }],
    ['too_old', { 'service-signature': signatureHeader([SECRET], { timestamp: now + 320, body: '{}' }) }],
  ])('refuses with %s', async (reason, headers) => {
    await expect(webhooks.verify('{}', headers, SECRET)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      reason,
    });
  });

  test('refuses a body that is not JSON, though it is signed', async () => {
    const header = signatureHeader([SECRET], { timestamp: now, body: 'not JSON' });
    await expect(webhooks.verify('not JSON', { 'service-signature': header }, SECRET)).rejects.toMatchObject({
      reason: 'body_malformed',
    });
  });

  test.each([['', []].flat(), [' '], [SECRET, ''], []])('refuses blank secrets (%#)', async (...secrets) => {
    const header = signatureHeader([''], { timestamp: now, body: '{}' });
    await expect(webhooks.verify('{}', { 'service-signature': header }, secrets)).rejects.toBeInstanceOf(TypeError);
  });

  test.each([
    ['an object', { id: 'evt_1' }],
    ['an array', [1]],
    ['a number', 5],
    ['none', undefined],
    ['null', null],
  ])('a parsed body (%s) is an error that says so', async (_what, body) => {
    const header = signatureHeader([SECRET], { timestamp: now, body: '{}' });
    await expect(webhooks.verify(body as never, { 'service-signature': header }, SECRET)).rejects.toThrow(
      /^body: (it was parsed|there is none)\. Pass the bytes as they came/,
    );
  });

  test('a body that was parsed and written again is refused with the likely reason', async () => {
    const header = signatureHeader([SECRET], { timestamp: now, body: '{"a": 1}' });
    const written = JSON.stringify(JSON.parse('{"a": 1}'));
    await expect(webhooks.verify(written, { 'service-signature': header }, SECRET)).rejects.toThrow(
      'parsed and written',
    );
  });

  test.each([
    `${SECRET}\n`,
    ` ${SECRET}`,
    `${SECRET}\r\n`,
    SECRET.replace('_', '_ '),
    `${SECRET}\u00a0`,
    `\ufeff${SECRET}`,
  ])('the secret %j has a blank, and the error says so', async (secret) => {
    await expect(webhooks.verify('{}', {}, secret)).rejects.toThrow('one has a blank in it');
  });

  test('accepts a delivery up to the given age', async () => {
    const header = signatureHeader([SECRET], { timestamp: now - 900, body: '{}' });
    const options = { toleranceSeconds: 1_000 };
    expect(await webhooks.verify('{}', { 'service-signature': header }, SECRET, options)).toEqual({});
    expect(await webhooks.verify('{}', { 'service-signature': header }, SECRET, { now: now - 900 })).toEqual({});
  });
});

describe('each receiver accepts our deliveries, refuses others, and gets them again when it fails', () => {
  const received: WebhookEvent[] = [];
  const problems: unknown[] = [];
  let fails = false;
  const options = {
    secrets: () => [SECRET],
    onEvent: async (event: WebhookEvent) => {
      if (fails) throw new Error('the database is away');
      received.push(event);
    },
    onError: (error: unknown) => void problems.push(error),
  };

  type Post = (body: string, headers: Record<string, string>) => Promise<number>;
  const overHttp = (port: number, path = '/hook'): Post => {
    return async (body, headers) => {
      const init = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } };
      return (await fetch(`http://127.0.0.1:${port}${path}`, init)).status;
    };
  };
  const RECEIVERS: Record<string, () => Promise<{ post: Post; end: () => unknown }>> = {
    async 'node:http'() {
      const server = createServer(webhooks.nodeHandler(options)).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      return { post: overHttp((server.address() as AddressInfo).port), end: () => end(server) };
    },
    async Express() {
      const app = express();
      app.post('/hook', webhooks.nodeHandler(options));
      app.use(express.json());
      const server = app.listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      return { post: overHttp((server.address() as AddressInfo).port), end: () => end(server) };
    },
    async 'Express behind express.raw()'() {
      const app = express();
      app.use(express.raw({ type: 'application/json' }));
      app.post('/hook', webhooks.nodeHandler(options));
      const server = app.listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      return { post: overHttp((server.address() as AddressInfo).port), end: () => end(server) };
    },
    async Fastify() {
      const app = fastify();
      await app.register(webhooks.fastifyPlugin, { path: '/hook', ...options });
      app.post('/other', async ({ body }) => typeof body);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return { post: overHttp((app.server.address() as AddressInfo).port), end: () => app.close() };
    },
    async 'a web Request'() {
      const handler = webhooks.webHandler(options);
      const post: Post = async (body, headers) =>
        (await handler(new Request('http://shop.example/hook', { method: 'POST', body, headers }))).status;
      return { post, end: () => {} };
    },
  };

  test.each(Object.keys(RECEIVERS))('%s', async (name) => {
    const started = await RECEIVERS[name]?.();
    if (!started) throw new Error(name);
    try {
      received.length = 0;
      const { body, headers } = delivery('event.changed', { event: { ...event, name: 'Café – 東京' } });
      expect(await started.post(body, headers)).toBe(204);
      expect(received).toEqual([JSON.parse(body)]);
      expect(await started.post(`${body} `, headers)).toBe(400);
      expect(await started.post(body, {})).toBe(400);
      fails = true;
      expect(await started.post(body, headers)).toBe(500);
      expect(received).toHaveLength(1);
    } finally {
      fails = false;
      await started.end();
    }
  });

  test('Node continues when a sender disconnects before the end of the body', async () => {
    const server = createServer(webhooks.nodeHandler(options)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const before = problems.length;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
    await new Promise((resolve) => server.once('request', resolve));
    socket.destroy();
    await waitFor(() => Promise.resolve(problems.length > before));
    const { body, headers } = delivery('event.changed', { event });
    expect(await overHttp(port)(body, headers)).toBe(204);
    end(server);
  });

  test('Express that has parsed the body already says what to change', async () => {
    const app = express();
    app.use(express.json());
    app.post('/hook', webhooks.nodeHandler(options));
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { body, headers } = delivery('event.changed', { event });
    expect(await overHttp((server.address() as AddressInfo).port)(body, headers)).toBe(500);
    expect(String(problems.at(-1))).toContain('before express.json()');
    end(server);
  });

  test('a web Request of another method is answered 405', async () => {
    const answer = await webhooks.webHandler(options)(new Request('http://shop.example/hook'));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('of what arrives twice and out of order, the newest is kept', () => {
  const AT = ['2026-11-24T12:00:00.000Z', '2026-11-24T12:00:00.001Z', '2026-11-24T12:00:00.001001Z'] as const;

  test('by a comparison', async () => {
    const [old, fresh, gone] = [await read(shown(AT[0])), await read(shown(AT[1])), await read(withdrawn(AT[2]))];
    const version = (event: WebhookEvent) => webhooks.versionOf(event).version;
    expect(webhooks.isNewer(old, undefined)).toBe(true);
    expect(webhooks.isNewer(fresh, version(old))).toBe(true);
    expect(webhooks.isNewer(old, version(fresh))).toBe(false);
    expect(webhooks.isNewer(fresh, version(fresh))).toBe(false);
    expect(webhooks.isNewer(gone, version(fresh))).toBe(true);
    expect(webhooks.isNewer(fresh, version(gone))).toBe(false);
    expect(webhooks.versionOf(gone).key).toBe(webhooks.versionOf(old).key);
  });

  test('of an earning, which only moves forward', async () => {
    const states = ['pending', 'approved', 'ready', 'paid', 'reversed'];
    const versions = await Promise.all(states.map(async (state) => webhooks.versionOf(await read(earned(state)))));
    expect(new Set(versions.map(({ key }) => key))).toEqual(new Set([`earning:${earning.id}`]));
    expect(versions.map(({ version }) => version)).toEqual(versions.map(({ version }) => version).sort());
    expect(new Set(versions.map(({ version }) => version)).size).toBe(5);
  });

  test('of an order, by its version', async () => {
    const of = async (version: number) => webhooks.versionOf(await read(ordered(version)));
    expect((await of(2)).key).toBe(`order:${order.id}`);
    expect((await of(2)).version < (await of(10)).version).toBe(true);
  });

  test('of a statement, by its time of change', async () => {
    const of = async (updated_at: string) =>
      webhooks.versionOf(await read(delivery('settlement.changed', { settlement: { id: 'stm_1', updated_at } })));
    expect((await of('2026-11-01T00:00:00.000Z')).key).toBe('settlement:stm_1');
    const [first, next] = [await of('2026-11-09T00:00:00.000Z'), await of('2026-11-15T09:30:00.000Z')];
    expect(first.version < next.version).toBe(true);
  });

  test('by one statement of SQL, whatever the order', async () => {
    const text = readFileSync(join(projectRoot(), 'examples/webhook-receiver/store.sql'), 'utf8');
    const [schema = '', keep = ''] = text.split('-- name: keep');
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(schema);
      const all = [
        shown(AT[0]),
        shown(AT[1]),
        withdrawn(AT[2]),
        earned('pending'),
        earned('approved'),
        earned('reversed'),
      ];
      for (let round = 0; round < 20; round += 1) {
        await sql`DELETE FROM webhook_state`;
        const order = [...all, ...all].sort(() => Math.random() - 0.5);
        for (const event of order) {
          const { key, version } = webhooks.versionOf(await read(event));
          await sql.unsafe(keep, [key, version, event.body]);
        }
        const rows = await sql<{ body: string }[]>`SELECT body FROM webhook_state ORDER BY key`;
        expect(rows.map(({ body }) => body)).toEqual([earned('reversed').body, withdrawn(AT[2]).body]);
      }
    } finally {
      await sql.end();
      await database.drop();
    }
  });
});
