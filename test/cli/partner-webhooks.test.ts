import { getDelivery } from '../../src/deliveries/list-deliveries.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { attempted as makeDue } from '../support/temporal/sending.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let hook: string;
let secrets: string[] = [];
let answer = { status: 204, text: '' };

beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  shop = await openShop(ctx);
  receiver = await startReceiver({
    secrets: () => secrets,
    answer: (response) => response.writeHead(answer.status).end(answer.text),
  });
  const added = await partner(`endpoint add --kind webhook --key ${shop.live.keyId} --url ${receiver.url}/hook`);
  expect(added).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^whk_\w+\nwhsec_\w+\n$/),
    err: 'It receives event.changed and earnings.changed in live mode. Save the secret now: it is not shown again.\n',
  });
  const [id = '', secret = ''] = added.out.split('\n');
  hook = id;
  secrets = [secret];
});
afterAll(async () => {
  await receiver?.close();
  await ctx?.close();
});

const partner = (words: string, env: Record<string, string> = {}) => runCli(ctx, words.split(' '), { env });

/** A delivery, and how its first attempt was answered. */
async function attempted(status: number): Promise<string> {
  await touchEvents(ctx, [shop.eventId], { name: `Concert at ${Math.random()}` });
  const [id = ''] = await writeDeliveries(ctx);
  answer = { status, text: 'busy\u001b[2J' };
  await makeDue(ctx, id);
  answer = { status: 204, text: '' };
  return id;
}

test.each([
  ['endpoint add --kind webhook --key KEY --url https://{host}/', 'url: {host} cannot be the name of a host'],
  ['delivery retry-now dlv_none', 'There is no delivery dlv_none.'],
  [
    'delivery replay --endpoint HOOK --since 2026-11-02T09:00:00Z --state pending',
    'must be one of delivered, failed, held',
  ],
])('%s is refused, and why', async (words, message) => {
  const { code, out, err } = await partner(words.replace('HOOK', hook).replace('KEY', shop.live.keyId));
  expect({ code, out }).toEqual({ code: /^error: |^url: /.test(err) ? 2 : 1, out: '' });
  expect(err).toContain(message);
  expect(err).not.toMatch(/\n\s+at /);
});

test('a failed delivery is listed, shown, replayed, retried now and stopped', async () => {
  const id = await attempted(503);
  const listed = await partner(`delivery list --endpoint ${hook} --state retrying --state failed`);
  expect(listed.out).toMatch(
    new RegExp(
      `^ID .* CREATED\n${id}  event.changed  created  evt_\\w+  retrying  retry      1        http_5xx  2026-`,
    ),
  );
  expect(listed.err).toBe('1 shown, newest first. In total: 1 retrying.\n');
  const shown = await partner(`delivery show ${id}`);
  expect(shown.out).toMatch(/\n1 {4}1 .* 1× .* http_5xx {2}503 .* busy\\u001b\[2J\n$/);

  expect(await partner(`delivery replay ${id}`)).toMatchObject({
    code: 1,
    err: 'delivery: is in progress; use retry-now instead\n',
  });
  expect(await partner(`delivery stop ${id}`)).toMatchObject({ code: 0, out: 'stopped\n' });
  expect(await partner(`delivery retry-now ${id}`)).toMatchObject({
    code: 1,
    err: 'delivery: is stopped and has no next attempt; replay it instead\n',
  });
  expect(await partner(`delivery replay ${id}`)).toMatchObject({ code: 0, out: '1 delivery started\n' });
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'pending', run: 2, attempt: 0 });
  expect(await partner(`delivery retry-now ${id}`)).toMatchObject({ code: 0, out: 'retrying 1 delivery now\n' });
});

test('disabled, waiting deliveries are held; enabled, they are replayed from an instant on', async () => {
  const id = await attempted(500);
  expect((await partner(`endpoint disable ${hook}`)).out).toMatch(/^disabled, [12] deliveries held\n$/);
  expect(await partner(`delivery replay ${id}`)).toMatchObject({
    code: 1,
    err: 'endpoint: is disabled: enable it first\n',
  });
  expect((await partner(`endpoint enable ${hook}`)).out).toBe('active\n');
  expect((await partner(`delivery replay --endpoint ${hook} --since 2099-01-01T00:00:00Z`)).out).toBe(
    '0 deliveries started\n',
  );
  expect((await partner(`delivery replay --endpoint ${hook} --since 2026-11-01T00:00:00+01:00`)).out).toMatch(
    /^(1 delivery|2 deliveries) started\n$/,
  );
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'pending', run: 2 });
});

test('a stop, a replay and a retry now need no Temporal', async () => {
  const down = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const id = await attempted(500);
  expect(await partner(`delivery stop ${id}`, down)).toMatchObject({ code: 0, out: 'stopped\n' });
  expect(await partner(`delivery replay ${id}`, down)).toMatchObject({ code: 0, out: '1 delivery started\n' });
  expect(await getDelivery(ctx, id)).toMatchObject({ state: 'pending', run: 2 });
  const waiting = await attempted(500);
  expect(await partner(`delivery retry-now ${waiting}`, down)).toMatchObject({ code: 0 });
  // Commands have the machine's clock.
  ctx.clock.set((await getDelivery(ctx, waiting)).nextAttemptAt ?? '');
  expect(await makeDue(ctx, waiting)).toMatchObject({ state: 'delivered', attempt: 2 });
});

test('a test is sent and its answer shown, harmless to a terminal', async () => {
  expect(await partner(`endpoint test ${hook}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ok {2}204 {2}\d+ ms {2}dlv_\w+\n$/),
  });
  expect(receiver.received.at(-1)).toMatchObject({ verified: true });
  answer = { status: 404, text: 'no\u001b[31m such\u0007 hook' };
  expect(await partner(`endpoint test ${hook}`)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^http_4xx {2}404 .*\nno\\u001b\[31m such\\u0007 hook\n$/),
  });
  answer = { status: 204, text: '' };
});

test('a secret is rotated once in its overlap, and again only when that is meant', async () => {
  const rotated = await partner(`endpoint rotate ${hook}`);
  expect(rotated).toMatchObject({ code: 0, err: expect.stringMatching(/^The old secret also signs until 20/) });
  const old = secrets[0] ?? '';
  secrets = [old];
  await partner(`endpoint test ${hook}`);
  expect(receiver.received.at(-1)).toMatchObject({ verified: true });
  expect(await partner(`endpoint rotate ${hook}`)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^This secret was rotated already\. The old one works until 20\S+; end it first\. --again ends it now\.$/m,
    ),
  });
  const again = await partner(`endpoint rotate ${hook} --again`);
  expect(again.code).toBe(0);
  await partner(`endpoint test ${hook}`);
  expect(receiver.received.at(-1)).toMatchObject({ verified: false });
  secrets = [again.out.trim()];
  await partner(`endpoint test ${hook}`);
  expect(receiver.received.at(-1)).toMatchObject({ verified: true });
});

test('a postback is tested and removed likewise; a list says why an endpoint is silent', async () => {
  const added = await partner(
    `endpoint add --kind postback --key ${shop.live.keyId} --url ${receiver.url}/p?s={status}`,
  );
  expect(added).toMatchObject({ code: 0, err: 'It receives earnings.changed in live mode.\n' });
  const id = added.out.trim();
  expect(await partner(`endpoint test ${id}`)).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {2}204 /) });
  expect(receiver.received.at(-1)).toMatchObject({ method: 'GET', path: '/p?s=pending' });
  const list = async () => (await partner(`endpoint list --kind postback --company ${shop.live.companyId}`)).out;
  expect(await list()).toMatch(
    new RegExp(`\n${id}  postback  ${shop.live.keyId}  live  active  earnings.changed  http`),
  );
  await ctx.sql`UPDATE companies SET status = 'suspended' WHERE id = ${shop.live.companyId}`;
  expect(await list()).toContain('live  silent: suspended company  earnings.changed');
  expect(
    await partner(`delivery replay --endpoint ${hook} --since 2026-01-01T00:00:00Z --state delivered`),
  ).toMatchObject({
    code: 1,
    err: 'endpoint: belongs to a suspended company, so nothing is sent to it\n',
  });
  await ctx.sql`UPDATE companies SET status = 'active' WHERE id = ${shop.live.companyId}`;
  expect((await partner(`endpoint remove ${id}`)).out).toBe('removed\n');
  expect(await list()).not.toContain(id);
});
