import { addPostback, addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { rotateSecret } from '../../../src/deliveries/endpoints/secrets.js';
import { sendTest } from '../../../src/deliveries/endpoints/send-test.js';
import { readConfig } from '../../../src/platform/config/config.js';
import type { Context } from '../../../src/platform/context/context.js';
import { resealSecrets } from '../../../src/platform/secrets/reseal-secrets.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addPartner } from '../../support/data/build.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';

const NEW = Buffer.alloc(32, 9);
const LOST = Buffer.alloc(32, 4);

let ctx: TestContext;
let receiver: Receiver;
let keyId: string;
const secrets = new Map<string, string>();

beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  receiver = await startReceiver({ secrets: () => [...secrets.values()] });
});
beforeEach(async () => {
  await ctx.sql`DELETE FROM deliveries`;
  await ctx.sql`DELETE FROM delivery_endpoints`;
  receiver.received.length = 0;
  secrets.clear();
  ({ keyId } = await addPartner(ctx));
});
afterAll(async () => {
  await receiver?.close();
  await ctx?.close();
});

async function webhook(as: Context = ctx): Promise<string> {
  const { id, secret } = await addWebhook(as, { key: keyId, url: `${receiver.url}/hook` });
  secrets.set(id, secret);
  return id;
}

/** Whether a test that is sent to the webhook carries a signature of its secret. */
async function signs(as: Context, id: string): Promise<boolean> {
  receiver.received.length = 0;
  await sendTest(as, id);
  return receiver.received[0]?.verified ?? false;
}

/** Processes during a rotation, and after it. */
const during = (): Context => ({ ...ctx, encryptionKey: NEW, previousEncryptionKey: ctx.encryptionKey });
const after = (): Context => ({ ...ctx, encryptionKey: NEW });

test('during a rotation old secrets sign on and new ones need the new key; resealed, all do without the old key', async () => {
  const old = await webhook();
  const fresh = await webhook(during());
  expect(await signs(during(), old)).toBe(true);
  expect(await signs(after(), fresh)).toBe(true);
  await expect(sendTest(after(), old)).rejects.toThrow(`delivery_endpoints.secret of ${old} cannot be opened`);

  expect(await resealSecrets(during(), { dryRun: true })).toEqual({ checked: 2, resealed: 1, unopened: [] });
  await expect(sendTest(after(), old)).rejects.toThrow('ENCRYPTION_KEY');
  expect(await resealSecrets(during())).toEqual({ checked: 2, resealed: 1, unopened: [] });
  expect(await resealSecrets(during())).toEqual({ checked: 2, resealed: 0, unopened: [] });
  expect(await signs(after(), old)).toBe(true);
  await expect(sendTest(ctx, old)).rejects.toThrow('ENCRYPTION_KEY');
  const log = await ctx.sql`SELECT details FROM audit_log WHERE action = 'secrets.reseal'`;
  expect(log).toEqual([{ details: { secrets: 1 } }]);
});

test('a secret that still signs with its successor is sealed again, an expired one is deleted', async () => {
  const [overlapping, over] = [await webhook(), await webhook()];
  await rotateSecret(ctx, over);
  ctx.clock.advance(25 * 3_600_000);
  await rotateSecret(ctx, overlapping);
  expect(await resealSecrets(during())).toEqual({ checked: 3, resealed: 3, unopened: [] });
  expect(await signs(after(), overlapping)).toBe(true);
  const kept = await ctx.sql<{ id: string }[]>`SELECT id FROM delivery_endpoints WHERE previous_secret IS NOT NULL`;
  expect(kept).toEqual([{ id: overlapping }]);
});

test('what no key opens is named and left alone; everything else is sealed again, over several batches', async () => {
  const lost = await webhook({ ...ctx, encryptionKey: LOST });
  const [box] = await ctx.sql<{ secret: Buffer }[]>`SELECT secret FROM delivery_endpoints WHERE id = ${lost}`;
  await addPostback(ctx, { key: keyId, url: `${receiver.url}/pb?c={sub_id}` });
  const found = await webhook();
  await ctx.sql`
    INSERT INTO delivery_endpoints (id, kind, company_id, key_id, mode, subscribes_events, subscribes_earnings, url, secret, created_at)
    SELECT 'aaa_' || n, kind, company_id, key_id, mode, subscribes_events, subscribes_earnings, url, ${box?.secret ?? null}, created_at
      FROM delivery_endpoints, generate_series(1, 450) AS n WHERE id = ${lost}`;
  const done = await resealSecrets(during());
  expect(done).toMatchObject({ checked: 452, resealed: 1 });
  expect(done.unopened).toHaveLength(451);
  expect(done.unopened).toContain(
    `delivery_endpoints.secret of ${lost} cannot be opened: neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS is the key it was sealed with`,
  );
  expect(await signs(after(), found)).toBe(true);
  expect(await ctx.sql`SELECT secret FROM delivery_endpoints WHERE id = ${lost}`).toEqual([{ secret: box?.secret }]);
});

test('a lost secret is replaced by rotating it: the new one signs at once, alone', async () => {
  const lost = await webhook({ ...ctx, encryptionKey: LOST });
  await expect(sendTest(ctx, lost)).rejects.toThrow('delivery_endpoints.secret');
  secrets.set(lost, (await rotateSecret(ctx, lost)).secret);
  expect(await signs(ctx, lost)).toBe(true);
  expect(receiver.received[0]?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
});

test('without ENCRYPTION_KEY nothing is sealed with a key that ends with the process', async () => {
  const without = { ...ctx, config: { ...ctx.config, encryptionKey: undefined } };
  await expect(webhook(without)).rejects.toThrow('ENCRYPTION_KEY: must be set');
  await expect(resealSecrets(without)).rejects.toThrow('ENCRYPTION_KEY: must be set');
});

test.each([
  [{ ENCRYPTION_KEY_PREVIOUS: LOST.toString('base64') }, 'ENCRYPTION_KEY_PREVIOUS: is set without ENCRYPTION_KEY'],
  [
    { ENCRYPTION_KEY: NEW.toString('base64'), ENCRYPTION_KEY_PREVIOUS: 'c2hvcnQ=' },
    'ENCRYPTION_KEY_PREVIOUS: must be 32',
  ],
])('settings that cannot be meant are refused: %j', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

/** A hash, which nothing opens. */
const HASHED = /\.(?:\w+_)?(?:hash|bucket|fingerprint)$/;

/** Other bytes that are stored without encryption, with the reason. */
const NOT_SEALED: Record<string, string> = {
  'deliveries.content': 'what the partner gets: no secret',
  'delivery_attempts.answer': 'what the partner answered',
  'member_passkeys.public_key': 'public',
  'settlement_documents.pdf': 'what its company downloads',
};

test('every column of bytes holds hashes, is declared by its room as sealed, or is listed here with the reason why not', async () => {
  const columns = await ctx.sql<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea'`;
  const sealed = ctx.sealed.map(({ table, column }) => `${table}.${column}`);
  const others = columns.map(({ name }) => name).filter((name) => !HASHED.test(name));
  expect([...sealed, ...Object.keys(NOT_SEALED)].sort()).toEqual(others.sort());
});
