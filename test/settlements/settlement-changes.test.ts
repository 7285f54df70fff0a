import { createKey } from '../../src/access/create-key.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { recordSettlementChanges } from '../../src/settlements/jobs.js';
import { voidSettlement } from '../../src/settlements/sql/settlements.js';
import type { Settlement } from '../../src/settlements/wire.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { advanceAll, closeMonth, seedLine, seedPayee } from '../support/data/settle.js';
import { writeDeliveries } from '../support/temporal/fan-out.js';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ context: { now: '2026-10-12T00:00:00Z' } });
});
afterEach(() => api.close());

async function recorded(): Promise<
  { companyId: string; mode: string; keyId: string | null; settlement: Settlement }[]
> {
  await recordSettlementChanges(api.ctx);
  const rows = await api.ctx.sql<{ companyId: string; mode: string; keyId: string | null; settlement: string }[]>`
    SELECT company_id, mode, key_id, settlement FROM changes WHERE type = 'settlement.changed' ORDER BY seq`;
  return rows.map((row) => ({ ...row, settlement: JSON.parse(row.settlement) }));
}

const waiting = async () =>
  (await api.ctx.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM outbox WHERE topic = 'settlement.status'`)[0]?.n;

test('each status of a statement is recorded for the company that chose it, as the API shows it', async () => {
  const { ctx } = api;
  const payee = await seedPayee(ctx, { minimum: 50, netDays: 3 });
  const other = await seedPayee(ctx, { minimum: 50, netDays: 3 });
  const key = await createKey(ctx, { companyId: payee.companyId, kind: 'server' });
  await addWebhook(ctx, { key: key.id, url: 'https://partner.example/hook', events: ['settlement.changed'] });
  for (const seller of [payee, other]) await seedLine(ctx, seller, 9_000, '2026-10-15T00:00:00Z');
  ctx.clock.set('2026-11-01T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  const [issued, ...others] = await recorded();
  expect(others).toEqual([]);
  expect(issued).toMatchObject({
    companyId: payee.companyId,
    mode: 'live',
    keyId: null,
    settlement: { status: 'issued' },
  });
  const read = async () =>
    (await api.app.inject({ url: '/v1/settlements', headers: bearer(key) })).json().settlements as Settlement[];
  expect([issued?.settlement]).toEqual(await read());
  const [deliveryId = ''] = await writeDeliveries(ctx);
  const [delivery] = await ctx.sql<{ content: Buffer }[]>`SELECT content FROM deliveries WHERE id = ${deliveryId}`;
  expect(JSON.parse(String(delivery?.content))).toMatchObject({
    type: 'settlement.changed',
    mode: 'live',
    data: { settlement: issued?.settlement },
  });
  // Statuses that follow each other before they are recorded are one change.
  ctx.clock.set('2026-11-05T00:00:00Z');
  await advanceAll(ctx, payee.companyId);
  await advanceAll(ctx, other.companyId);
  const statuses = (await recorded()).map(({ settlement }) => settlement.status);
  expect([statuses[0], statuses.at(-1)]).toEqual(['issued', 'paid']);
  expect([(await recorded()).at(-1)?.settlement]).toEqual(await read());
});

test('a status is noted in the transaction that sets it, and only for a company with such a webhook', async () => {
  const { ctx } = api;
  const payee = await seedPayee(ctx, { minimum: 50 });
  await seedLine(ctx, payee, 9_000, '2026-10-15T00:00:00Z');
  ctx.clock.set('2026-11-01T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  expect(await waiting()).toBe(0);
  const key = await createKey(ctx, { companyId: payee.companyId, kind: 'server' });
  await addWebhook(ctx, { key: key.id, url: 'https://partner.example/hook', events: ['settlement.changed'] });
  const [{ id = '' } = {}] = await ctx.sql<{ id: string }[]>`SELECT id FROM settlements`;
  const failed = ctx.sql.begin(async (tx) => {
    await voidSettlement(tx, id, ctx.clock.now());
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await waiting()).toBe(0);
  await ctx.sql.begin((tx) => voidSettlement(tx, id, ctx.clock.now()));
  expect(await waiting()).toBe(1);
  expect((await recorded()).map(({ settlement }) => [settlement.id, settlement.status])).toEqual([[id, 'void']]);
});
